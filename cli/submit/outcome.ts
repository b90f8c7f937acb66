import type { DocumentType } from '#src/domain/model/options.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';

/** What became of a fixture, and the exit code it asks for. */
export const outcomes = {
  /** The application and all six documents arrived. */
  accepted: exitCodes.done,
  /** A dry run found nothing wrong. */
  valid: exitCodes.done,
  /** Nothing wrong with it, but nothing was sent, since another fixture could not be. */
  'not-sent': exitCodes.done,
  invalid: exitCodes.invalid,
  /** The candidate check said no. */
  refused: exitCodes.candidateRefused,
  /** The host refused the application or broke the contract. */
  rejected: exitCodes.hostRefused,
  unreachable: exitCodes.unreachable,
  /** Accepted, and not every document arrived. */
  incomplete: exitCodes.incomplete,
  /** The application was sent and its answer lost: it may have been accepted. */
  lost: exitCodes.incomplete,
  interrupted: exitCodes.interrupted,
} as const satisfies Record<string, ExitCode>;
export type Outcome = keyof typeof outcomes;

export interface DocumentResult {
  readonly type: DocumentType;
  /** `lost`: it was sent and the answer was lost. */
  readonly outcome: 'received' | 'refused' | 'lost' | 'not-sent';
  readonly message?: string;
}

/** One element of what `submit --json` prints; `fixture` as it was given. */
export interface SubmitResult {
  readonly fixture: string;
  readonly outcome: Outcome;
  readonly applicant_id: string | null;
  readonly documents: readonly DocumentResult[];
  readonly message: string;
}

/** A result of a fixture that was not accepted. */
export function notAccepted(fixture: string, outcome: Outcome, message: string): SubmitResult {
  return { fixture, outcome, applicant_id: null, documents: [], message };
}
