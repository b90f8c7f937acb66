import { type FormValues, isBlankHtml } from '#src/domain/rules/form-rules.ts';
import { formNames } from './form-values.ts';

/** How long a device stores an unfinished application, in milliseconds. */
export const draftLifetimeMs = 30 * 24 * 60 * 60 * 1000;

const prefix = 'application-draft:';

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

/** Removes the drafts that `unwanted` selects; by default all. */
export function removeDrafts(
  storage: Storage,
  unwanted: (stored: string | null) => boolean = () => true,
): void {
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  for (const name of names)
    if (name?.startsWith(prefix) && unwanted(storage.getItem(name))) storage.removeItem(name);
}

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
