import { failureOf } from '#src/domain/api/failures.ts';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import type { Exit } from '#src/domain/model/exit-codes.ts';
import type { ApiError } from '#src/http/errors.ts';
import type { JunitCase } from '../output/junit.ts';
import { type Output, plain, type Style, styled } from '../output/terminal.ts';

export const outcomes = {
  accepted: { exit: 'done', style: 'green' },
  valid: { exit: 'done', style: 'green' },
  'not-sent': { exit: 'done', style: 'yellow' },
  invalid: { exit: 'invalid', style: 'red' },
  refused: { exit: 'candidateRefused', style: 'yellow' },
  /** The host refused the application or violated the contract. */
  rejected: { exit: 'hostRefused', style: 'red' },
  unreachable: { exit: 'unreachable', style: 'red' },
  incomplete: { exit: 'incomplete', style: 'red' },
  /** The application was sent and the response was lost. The host may have accepted it. */
  lost: { exit: 'incomplete', style: 'red' },
  interrupted: { exit: 'interrupted', style: 'yellow' },
} as const satisfies Record<string, { readonly exit: Exit; readonly style: Style }>;
export type Outcome = keyof typeof outcomes;

export function outcomeOfFailure(error: ApiError): Outcome {
  const { exit } = failureOf(error);
  return exit === 'hostRefused' ? 'rejected' : exit;
}

export interface DocumentResult {
  readonly type: DocumentType;
  /** `lost` means that the document was sent and the response was lost. */
  readonly outcome: 'received' | 'refused' | 'lost' | 'not-sent';
  readonly message?: string;
}

export interface SubmitResult {
  readonly fixture: string;
  readonly outcome: Outcome;
  readonly applicant_id: string | null;
  readonly documents: readonly DocumentResult[];
  readonly message: string;
}

export const notAccepted = (fixture: string, outcome: Outcome, message: string): SubmitResult => ({
  fixture,
  outcome,
  applicant_id: null,
  documents: [],
  message,
});

export function submitLine(stream: Output, result: SubmitResult): string {
  const { outcome, fixture, applicant_id, message } = result;
  const label = styled(stream, outcomes[outcome].style, outcome.padEnd(11));
  const applicant = applicant_id === null ? '' : ` (applicant ${plain(applicant_id)})`;
  return `${label} ${plain(fixture)}${applicant}: ${plain(message)}\n`;
}

export function submitCase({ fixture, outcome, applicant_id, message }: SubmitResult): JunitCase {
  const hasPassed = outcome === 'accepted' || outcome === 'valid';
  return {
    name: fixture,
    output: applicant_id === null ? undefined : `applicant ${applicant_id}`,
    failure: hasPassed ? undefined : { type: outcome, message },
  };
}
