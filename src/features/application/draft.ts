import { dayMs } from '#src/domain/model/limits.ts';
import type { FormValues } from '#src/domain/rules/forms/form-rules.ts';
import type { SentRecord } from './sent-applications.ts';

/** A device stores an unfinished application for this time, in milliseconds. */
export const draftLifetimeMs = 30 * dayMs;

const prefix = 'application-draft:';
const tabName = 'application-tab';

export interface Draft {
  /** The form's key: all tabs and reloads that submit this draft are one application. */
  readonly key: string;
  readonly savedAt: number;
  /** The tab that wrote the draft. A tab gets no storage event for its own writes. */
  readonly tab: string;
  readonly values: FormValues;
}

export const draftKey = (openingId: string): string => prefix + openingId;

/** The key has 144 random bits. Browsers do not support randomUUID on plain http. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/** A page that was not reloaded is a new writer, because another person may be using the device now. */
export function tabOf(storage: Storage, openingId: string, isReload: boolean): string {
  const [tab, opening] = JSON.parse(storage.getItem(tabName) ?? '[]') as string[];
  return isReload && tab && opening === openingId ? tab : randomKey();
}

export function writeTab(storage: Storage, openingId: string, tab: string): void {
  storage.setItem(tabName, JSON.stringify([tab, openingId]));
}

/** A device stores at most this number of drafts of one opening, which may come from several people, tabs and visits. */
const maxDrafts = 10;

/** Drops drafts that are expired or damaged, and keeps the order. */
export function parseDrafts(stored: string | null, now: number): readonly Draft[] {
  try {
    const { others, ...newest } = JSON.parse(stored ?? '{}') as Partial<Draft> & {
      others?: unknown;
    };
    const all = [newest, ...(Array.isArray(others) ? others : [])];
    return all.flatMap((draft) => parseDraft(draft, now) ?? []);
  } catch {
    return [];
  }
}

function parseDraft(draft: Partial<Draft>, now: number): Draft | undefined {
  const { key, savedAt, tab, values } = draft;
  if (typeof key !== 'string' || typeof tab !== 'string' || typeof values !== 'object')
    return undefined;
  if (!(Number(savedAt) > now - draftLifetimeMs)) return undefined;
  const texts = Object.entries(values ?? {}).filter(([, value]) => typeof value === 'string');
  // A later time comes from a clock that was set back.
  return { key, tab, savedAt: Math.min(Number(savedAt), now), values: Object.fromEntries(texts) };
}

export const readDrafts = (storage: Storage, openingId: string, now: number): readonly Draft[] =>
  parseDrafts(storage.getItem(draftKey(openingId)), now);

/** Throws if the storage is full or blocked. */
export function writeDrafts(storage: Storage, openingId: string, drafts: readonly Draft[]): true {
  const [newest, ...others] = drafts.slice(0, maxDrafts);
  if (newest) storage.setItem(draftKey(openingId), JSON.stringify({ ...newest, others }));
  else storage.removeItem(draftKey(openingId));
  return true;
}

export interface DraftOffer {
  readonly draft: Draft;
  readonly from: 'earlier' | 'tab';
}

/** The part of a draft that the page shows. The object stays the same until something in it changes. */
export interface DraftView {
  readonly offer?: DraftOffer | undefined;
  readonly sent?: SentRecord | undefined;
  /** The page put the draft back after a reload, or the visitor restored or discarded it. */
  readonly outcome?: 'restored' | 'discarded' | undefined;
  readonly inUse: boolean;
  readonly blocked: boolean;
}

/** Removes drafts that are expired or damaged. Those with a later time than `now` expire thirty days from now. */
export function removeUnusableDrafts(storage: Storage, now: number): void {
  for (const name of namesIn(storage))
    if (name.startsWith(prefix)) {
      const openingId = name.slice(prefix.length);
      writeDrafts(storage, openingId, readDrafts(storage, openingId, now));
    }
}

/** The tab's storage has this after the device was forgotten, until the page that is loaded again has said so. */
export const forgottenName = 'forgotten-here';

/** Removes what the site stores of applications: drafts, records of accepted ones, chosen documents, the tab's name. */
export function removeAll(storage: Storage): void {
  for (const name of namesIn(storage))
    if (name.startsWith('application-')) storage.removeItem(name);
}

const namesIn = (storage: Storage): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
