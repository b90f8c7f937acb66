import { dayMs, limits } from '#src/domain/model/limits.ts';
import type { FormValues } from '#src/domain/rules/form-rules.ts';

/** How long a device stores an unfinished application, in milliseconds. */
export const draftLifetimeMs = 30 * dayMs;

const prefix = 'application-draft:';
const sentPrefix = 'application-sent:';
const tabName = 'application-tab';

export interface Draft {
  /** The form's key: all tabs and reloads that submit this draft are one application. */
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly savedAt: number;
  /** The tab that wrote it. A tab gets no storage event for its own writes. */
  readonly tab: string;
  readonly values: FormValues;
}

export const draftKey = (openingId: string): string => prefix + openingId;

/** 144 random bits. Not randomUUID, which browsers do not support on plain http. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/**
 * Identifies the writer of a draft: a tab that shows the page of an opening, across reloads. A page that was opened in
 * any other way is a new writer, because another person may be using the device now.
 */
export function tabOf(storage: Storage, openingId: string, isReload: boolean): string {
  const [tab, opening] = JSON.parse(storage.getItem(tabName) ?? '[]') as string[];
  return isReload && tab && opening === openingId ? tab : randomKey();
}

/** The tab shows the form of `tab`. Throws where the storage is full or blocked. */
export function writeTab(storage: Storage, openingId: string, tab: string): void {
  storage.setItem(tabName, JSON.stringify([tab, openingId]));
}

/** The most drafts of one opening that a device stores: of several people, tabs and visits. */
const maxDrafts = 10;

/** Parses what `writeDrafts` wrote, in its order; without drafts that are expired or damaged. */
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
  return { key, tab, savedAt: Number(savedAt), values: Object.fromEntries(texts) };
}

/** The drafts of an opening, the newest first. */
export const readDrafts = (storage: Storage, openingId: string, now: number): readonly Draft[] =>
  parseDrafts(storage.getItem(draftKey(openingId)), now);

/** Stores the drafts of an opening, the newest first. Throws where the storage is full or blocked. */
export function writeDrafts(storage: Storage, openingId: string, drafts: readonly Draft[]): true {
  const [newest, ...others] = drafts.slice(0, maxDrafts);
  if (newest) storage.setItem(draftKey(openingId), JSON.stringify({ ...newest, others }));
  else storage.removeItem(draftKey(openingId));
  return true;
}

/** An application that was accepted, although the browser did not get the upload ticket. Nothing of its content. */
export interface SentRecord {
  /** The form's key: with the email address it gives access to the application. */
  readonly key: string;
  /** The day, as text. */
  readonly appliedOn: string;
  /** Milliseconds since the epoch. */
  readonly savedAt: number;
}

/** A stored draft of an earlier visit or of another tab. */
export interface DraftOffer {
  readonly draft: Draft;
  readonly from: 'earlier' | 'tab';
}

/** What the page shows of a draft. The object stays the same until something in it changes. */
export interface DraftView {
  readonly offer?: DraftOffer | undefined;
  readonly sent?: SentRecord | undefined;
  /** What became of a draft: the page put it back after a reload, or the visitor decided about it. */
  readonly outcome?: 'restored' | 'discarded' | undefined;
  /** Whether somebody's input is in the form. */
  readonly inUse: boolean;
  /** Whether the browser does not store drafts. */
  readonly blocked: boolean;
}

export function readSent(storage: Storage, openingId: string, now: number): SentRecord | undefined {
  const name = sentPrefix + openingId;
  try {
    const { key, appliedOn, savedAt } = JSON.parse(storage.getItem(name) ?? '{}');
    if (
      typeof key === 'string' &&
      typeof appliedOn === 'string' &&
      savedAt > now - limits.documentsDays * dayMs
    )
      return { key, appliedOn, savedAt };
  } catch {
    // The stored text is damaged, and is removed.
  }
  storage.removeItem(name);
  return undefined;
}

export function writeSent(storage: Storage, openingId: string, sent: SentRecord): void {
  storage.setItem(sentPrefix + openingId, JSON.stringify(sent));
}

export function removeSent(storage: Storage, openingId: string): void {
  storage.removeItem(sentPrefix + openingId);
}

/** Removes the drafts that cannot be used any more. */
export function removeUnusableDrafts(storage: Storage, now: number): void {
  for (const name of namesIn(storage))
    if (name.startsWith(prefix) && parseDrafts(storage.getItem(name), now).length === 0)
      storage.removeItem(name);
}

/** Removes all drafts, all records of accepted applications and the tab's name. */
export function removeAll(storage: Storage): void {
  for (const name of namesIn(storage))
    if ([prefix, sentPrefix, tabName].some((own) => name.startsWith(own))) storage.removeItem(name);
}

const namesIn = (storage: Storage): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
