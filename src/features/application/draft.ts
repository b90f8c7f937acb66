import { isBlankHtml } from '#src/domain/rules/form-rules.ts';
import { formNames } from './form-names.ts';
import type { FormValues } from './read-form.ts';

/** How long a device keeps an unfinished application (decision 073). */
export const draftLifetimeMs = 30 * 24 * 60 * 60 * 1000;

const prefix = 'application-draft:';

export interface Draft {
  /** The form's key: whatever tab or reload sends this draft, it is one application (decision 070). */
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly savedAt: number;
  /** Which tab wrote it; a tab is not told of its own writing. */
  readonly tab: string;
  readonly values: FormValues;
}

export const draftKey = (openingId: string): string => prefix + openingId;

/** 144 random bits. getRandomValues, because randomUUID is missing where the site is served over plain http. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/** Reads what `writeDraft` wrote; undefined where it is too old, damaged, or nothing. */
export function parseDraft(stored: string | null, now: number): Draft | undefined {
  if (stored === null) return undefined;
  try {
    const { key, startedAt, savedAt, tab, values } = JSON.parse(stored) as Partial<Draft>;
    if (typeof key !== 'string' || typeof tab !== 'string' || typeof values !== 'object')
      return undefined;
    if (!(Number(savedAt) > now - draftLifetimeMs)) return undefined;
    const texts = Object.entries(values ?? {}).filter(([, value]) => typeof value === 'string');
    return {
      key,
      tab,
      startedAt: Number(startedAt) || now,
      savedAt: Number(savedAt),
      values: Object.fromEntries(texts),
    };
  } catch {
    return undefined;
  }
}

export function readDraft(storage: Storage, openingId: string, now: number): Draft | undefined {
  return parseDraft(storage.getItem(draftKey(openingId)), now);
}

/** Throws where the device keeps nothing: storage full or blocked. */
export function writeDraft(storage: Storage, openingId: string, draft: Draft): void {
  storage.setItem(draftKey(openingId), JSON.stringify(draft));
}

export function removeDraft(storage: Storage, openingId: string): void {
  storage.removeItem(draftKey(openingId));
}

/** Takes away the drafts that pass `unwanted`; by default all of them. */
export function sweepDrafts(
  storage: Storage,
  unwanted: (stored: string | null) => boolean = () => true,
): void {
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  for (const name of names)
    if (name?.startsWith(prefix) && unwanted(storage.getItem(name))) storage.removeItem(name);
}

/**
 * Whether somebody wrote anything: what a fresh form holds by itself does not count, nor that the editor has
 * taken the letter's place, nor the empty paragraph it holds.
 */
export function isWorthKeeping(values: FormValues, fresh: FormValues): boolean {
  return Object.entries(values).some(
    ([name, value]) =>
      name !== formNames.letterFormat && !isBlankHtml(value) && value !== fresh[name],
  );
}

/** What to keep while an earlier draft is still on offer: the fields touched since, over the earlier ones. */
export function mergeDraft(
  offered: FormValues,
  current: FormValues,
  touched: ReadonlySet<string>,
): FormValues {
  const fresh = Object.entries(current).filter(([name]) => touched.has(name) || !(name in offered));
  return { ...offered, ...Object.fromEntries(fresh) };
}
