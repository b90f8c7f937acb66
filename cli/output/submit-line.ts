import type { Outcome, SubmitResult } from '../submit/outcome.ts';
import { plain, type Style, styled } from './terminal.ts';

const styles: Readonly<Record<Outcome, Style>> = {
  accepted: 'green',
  valid: 'green',
  'not-sent': 'yellow',
  invalid: 'red',
  refused: 'yellow',
  rejected: 'red',
  unreachable: 'red',
  incomplete: 'red',
  lost: 'red',
  interrupted: 'yellow',
};

/** What became of one fixture, in one line. */
export function submitLine(stream: NodeJS.WriteStream, result: SubmitResult): string {
  const { outcome, fixture, applicant_id, message } = result;
  const word = styled(stream, styles[outcome], outcome.padEnd(11));
  const reference = applicant_id === null ? '' : ` (applicant ${plain(applicant_id)})`;
  return `${word} ${plain(fixture)}${reference}: ${plain(message)}\n`;
}
