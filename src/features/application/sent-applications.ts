import { withStorage } from '#src/browser/storage.ts';
import type { SubmissionStatus } from '#src/browser/submission-status.ts';
import { dayMs, limits } from '#src/domain/model/limits.ts';
import { reapplyWindowEnd } from '#src/domain/rules/forms/application.ts';

/** The last application of this browser to a company. Nothing that was entered is stored. */
export interface CompanyApplication {
  readonly joblistingid: string;
  readonly submissionId: string | undefined;
  /** As in `SubmissionStatus`. */
  readonly appliedOn: string;
  readonly notedAt: number;
}

const companyApplicationPrefix = 'application-company:';

/** Stores an application of this browser for the year in which the company accepts no other one of the same person. */
export function noteApplication(companyId: string, status: SubmissionStatus): void {
  const { joblistingid, submissionId, appliedOn } = status;
  if (readApplicationOfCompany(companyId)?.submissionId === submissionId) return;
  const noted: CompanyApplication = { joblistingid, submissionId, appliedOn, notedAt: Date.now() };
  withStorage('localStorage', (storage) =>
    storage.setItem(companyApplicationPrefix + companyId, JSON.stringify(noted)),
  );
}

export const readApplicationOfCompany = (companyId: string): CompanyApplication | undefined =>
  withStorage('localStorage', (storage) => {
    const name = companyApplicationPrefix + companyId;
    const noted: Partial<CompanyApplication> = JSON.parse(storage.getItem(name) ?? '{}');
    const { joblistingid, appliedOn, notedAt = 0 } = noted;
    if (typeof joblistingid !== 'string' || typeof appliedOn !== 'string') return undefined;
    if (reapplyWindowEnd(new Date(notedAt)).getTime() > Date.now())
      return { joblistingid, appliedOn, notedAt, submissionId: noted.submissionId };
    storage.removeItem(name);
    return undefined;
  });

/** The site shows the receipt of an application as long as it accepts documents. */
export const hasReceipt = ({ notedAt }: CompanyApplication): boolean =>
  notedAt + limits.documentsDays * dayMs > Date.now();

/** The browser did not receive the upload ticket of this accepted application. Nothing that was entered is stored. */
export interface SentRecord {
  /** The form's key. Together with the email address it gives access to the application. */
  readonly key: string;
  /** As in `SubmissionStatus`. */
  readonly appliedOn: string;
  readonly savedAt: number;
}

const sentPrefix = 'application-sent:';

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
