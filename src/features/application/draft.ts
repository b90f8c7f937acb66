import { type FormValues, isBlankHtml } from '#src/domain/rules/form-rules.ts';
import { formNames } from './form-values.ts';

/** How long a device stores an unfinished application, in milliseconds. */
export const draftLifetimeMs = 30 * 24 * 60 * 60 * 1000;

const prefix = 'application-draft:';
const sentPrefix = 'application-sent:';

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

/** Parses what `writeDraft` wrote; undefined where it is missing, expired or damaged. */
export function parseDraft(stored: string | null, now: number): Draft | undefined {
  if (stored === null) return undefined;
  try {
    const { key, savedAt, tab, values } = JSON.parse(stored) as Partial<Draft>;
    if (typeof key !== 'string' || typeof tab !== 'string' || typeof values !== 'object')
      return undefined;
    if (!(Number(savedAt) > now - draftLifetimeMs)) return undefined;
    const texts = Object.entries(values ?? {}).filter(([, value]) => typeof value === 'string');
    return { key, tab, savedAt: Number(savedAt), values: Object.fromEntries(texts) };
  } catch {
    return undefined;
  }
}

export function readDraft(storage: Storage, openingId: string, now: number): Draft | undefined {
  return parseDraft(storage.getItem(draftKey(openingId)), now);
}

/** Throws where the storage is full or blocked. */
export function writeDraft(storage: Storage, openingId: string, draft: Draft): void {
  storage.setItem(draftKey(openingId), JSON.stringify(draft));
}

export function removeDraft(storage: Storage, openingId: string): void {
  storage.removeItem(draftKey(openingId));
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

/** As long as the site keeps the submission, in milliseconds. */
const sentLifetimeMs = 7 * 24 * 60 * 60 * 1000;

export function readSent(storage: Storage, openingId: string, now: number): SentRecord | undefined {
  const name = sentPrefix + openingId;
  try {
    const { key, appliedOn, savedAt } = JSON.parse(storage.getItem(name) ?? '{}');
    if (typeof key === 'string' && typeof appliedOn === 'string' && savedAt > now - sentLifetimeMs)
      return { key, appliedOn, savedAt };
  } catch {
    // Damaged.
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
    if (name.startsWith(prefix) && parseDraft(storage.getItem(name), now) === undefined)
      storage.removeItem(name);
}

/** Removes all drafts and all records of accepted applications. */
export function removeAll(storage: Storage): void {
  for (const name of namesIn(storage))
    if (name.startsWith(prefix) || name.startsWith(sentPrefix)) storage.removeItem(name);
}

const namesIn = (storage: Storage): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');

/**
 * Whether the visitor entered anything. Default values, the letter's format and an empty paragraph
 * do not count.
 */
export function isWorthKeeping(values: FormValues, initial: FormValues): boolean {
  return Object.entries(values).some(
    ([name, value]) =>
      name !== formNames.letterFormat && !isBlankHtml(value) && value !== initial[name],
  );
}

/**
 * Whether the form has values that a removed draft lacks, of another person: then the form stays as it is. A
 * form without an email address is another person's if any of the entered values differs.
 */
export function isOtherPerson(
  current: FormValues,
  removed: FormValues,
  touched: ReadonlySet<string>,
): boolean {
  const differs = (name: string) => {
    const value = current[name]?.trim().toLowerCase() ?? '';
    return value !== '' && value !== (removed[name] ?? '').trim().toLowerCase();
  };
  if (current.emailaddress) return differs('emailaddress');
  return [...touched].some((name) => !isBlankHtml(current[name] ?? '') && differs(name));
}

/**
 * The values to store while an earlier draft is offered: the earlier values, replaced by the fields
 * changed since.
 */
export function mergeDraft(
  offered: FormValues,
  current: FormValues,
  touched: ReadonlySet<string>,
): FormValues {
  const newer = Object.entries(current).filter(([name]) => touched.has(name) || !(name in offered));
  return { ...offered, ...Object.fromEntries(newer) };
}
