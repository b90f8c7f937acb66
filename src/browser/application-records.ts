import { dayMs, limits } from '#src/domain/model/limits.ts';
import type { SubmissionStatus } from '#src/domain/model/submission.ts';
import { reapplyWindowEnd } from '#src/domain/rules/forms/application.ts';
import {
  companyApplicationsName,
  languageChanges,
  listRecord,
  reportDeviceRecords,
  savedOpenings,
  storedRecord,
  textRecord,
} from './storage.ts';

const isText = (value: unknown): value is string => typeof value === 'string';

/** A device stores at most this number of drafts of one opening, which may come from several people, tabs and visits. */
const maxDrafts = 10;

export interface Draft {
  /** The form's key, so that all tabs and reloads that submit this draft send one application. */
  readonly key: string;
  readonly savedAt: number;
  /** The tab that wrote the draft. A tab gets no storage event for its own writes. */
  readonly tab: string;
  readonly values: Readonly<Record<string, string>>;
}

const textsOf = (values: Draft['values']): Draft['values'] =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => isText(value)));

function parseDraft({ key, savedAt, tab, values }: Partial<Draft>): Draft[] {
  const now = Date.now();
  if (!isText(key) || !isText(tab) || !values) return [];
  if (!(Number(savedAt) > now - limits.draftDays * dayMs)) return [];
  // If the time is later than now, the clock was set back since.
  return [{ key, tab, savedAt: Math.min(Number(savedAt), now), values: textsOf(values) }];
}

/** The drafts of an opening, the newest first, without those that are damaged or too old. */
export const storedDrafts = storedRecord<readonly Draft[]>(
  'localStorage',
  'application-draft:',
  (stored) => {
    const { others = [], ...newest } = JSON.parse(stored);
    return [newest, ...others].flatMap(parseDraft);
  },
  (drafts) => {
    const [newest, ...others] = drafts.slice(0, maxDrafts);
    return newest && JSON.stringify({ ...newest, others });
  },
);

export const draftTab = textRecord('sessionStorage', 'application-tab:');

/** The key has 144 random bits. Browsers do not support randomUUID on plain http. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/** Returns the tab's name, which is new unless the page was reloaded: another person may use the device now. */
export const tabOf = (openingId: string, isReload: boolean): string =>
  (isReload && draftTab.read(openingId)) || randomKey();

/** Records of the oldest supported version, by the email address of a sent application. They are removed. */
const sentApplications = storedRecord('localStorage', 'application-sent:', () => undefined);

/** The last application of this browser to a company, without the entered values. */
export interface CompanyApplication
  extends Pick<SubmissionStatus, 'joblistingid' | 'submissionId' | 'appliedOn'> {
  readonly notedAt: number;
}

/** The records are read for the year in which the company accepts no other application of the same person. */
export const companyApplications = storedRecord<CompanyApplication>(
  'localStorage',
  companyApplicationsName,
  (stored) => {
    const { joblistingid, submissionId, appliedOn, notedAt = 0 } = JSON.parse(stored);
    const isCurrent = reapplyWindowEnd(new Date(notedAt)).getTime() > Date.now();
    return isCurrent && isText(joblistingid) && isText(appliedOn)
      ? { joblistingid, submissionId, appliedOn, notedAt }
      : undefined;
  },
);

export function noteApplication(
  companyId: string,
  { joblistingid, submissionId, appliedOn }: Omit<CompanyApplication, 'notedAt'>,
): void {
  if (companyApplications.read(companyId)?.submissionId === submissionId) return;
  const noted = { joblistingid, submissionId, appliedOn, notedAt: Date.now() };
  companyApplications.write(noted, companyId);
  reportDeviceRecords();
}

/** The site shows the receipt of an application as long as it accepts documents. */
export const hasReceipt = ({ notedAt }: CompanyApplication): boolean =>
  notedAt + limits.documentsDays * dayMs > Date.now();

/** The values of a sent application that a person let the device keep for the next form. */
export interface KeptApplication {
  readonly version: 1;
  readonly savedAt: number;
  readonly company: string;
  readonly values: Draft['values'];
}

/** A record with another `version` is not read, because another release may store other values. */
export const keptApplication = storedRecord<KeptApplication>(
  'localStorage',
  'application-kept',
  (stored) => {
    const { version, savedAt, company, values }: KeptApplication = JSON.parse(stored);
    const age = Date.now() - savedAt;
    return version === 1 && age >= 0 && age < limits.keptDays * dayMs && isText(company)
      ? { version, savedAt, company, values: textsOf(values) }
      : undefined;
  },
);

/** The types of an applicant's documents for which files were chosen, for a page that is loaded again. */
export const chosenDocuments = listRecord('sessionStorage', 'application-documents:');

const personalRecords = [
  storedDrafts,
  draftTab,
  sentApplications,
  companyApplications,
  keptApplication,
  chosenDocuments,
  languageChanges,
  savedOpenings,
] as const;

export const sentFromHere = (): readonly CompanyApplication[] =>
  companyApplications
    .ids()
    .flatMap((id) => companyApplications.read(id) ?? [])
    .sort((one, other) => other.notedAt - one.notedAt);

/** Removes damaged and old records. If the time of a draft is later than now, it becomes now. */
export function removeUnusableRecords(): void {
  for (const id of storedDrafts.ids()) storedDrafts.write(storedDrafts.read(id) ?? [], id);
  for (const record of [sentApplications, companyApplications, keptApplication])
    for (const id of record.ids()) if (!record.read(id)) record.remove(id);
}

/** Removes all records of persons, for 'Forget me on this device'. */
export function removePersonalRecords(): void {
  for (const record of personalRecords) for (const id of record.ids()) record.remove(id);
}
