import { documentOrder } from '#src/domain/rules/documents/documents.ts';
import { withoutDirections } from '#src/domain/rules/text/text.ts';
import { withoutFileNames } from '../admin/export-applications.ts';
import { readApplications } from '../admin/stored-applications.ts';
import type { HostDatabase } from '../database/schema.ts';
import { isHeld, type ScanState } from '../scan/scan-states.ts';
import type { MailBlocks, MailValues } from './mail-parts.ts';

/** A longer answer is cut. The export has all of it. */
export const maxMailedAnswer = 1000;

/**
 * Returns what only mails to the company have: the documents that have arrived, the answers, and the commands that show
 * and export the application.
 */
export async function describeForCompany(
  db: HostDatabase['db'],
  { id, answers }: { readonly id: string; readonly answers: string },
): Promise<{ readonly values: MailValues; readonly blocks: MailBlocks }> {
  const rows = await db
    .selectFrom('documents')
    .select(['type', 'scan_state'])
    .where('applicant_id', '=', id)
    .execute();
  const states = new Map<string, ScanState>(rows.map(({ type, scan_state }) => [type, scan_state]));
  const received = documentOrder.flatMap((type) => {
    const state = states.get(type);
    if (state === undefined) return [];
    return [isHeld(state) ? `${type} (${state})` : type];
  });
  const names = received.length > 0 ? ` (${received.join(', ')})` : '';
  const command = `careers host applications --applicant ${id}`;
  const asked: readonly { readonly question: string; readonly answer: string }[] =
    JSON.parse(answers);
  return {
    values: {
      received: `${received.length}/${documentOrder.length}${names}`,
      show: `${command} --json`,
      export: `${command} --export ${id}`,
    },
    blocks: {
      answers: asked.map(({ question, answer }) => ({
        kind: 'quote',
        title: linesOf(question).join(' '),
        lines: linesOf(answer),
      })),
    },
  };
}

/** The file has what the command that shows the application prints: no documents. */
export async function applicationFile(db: HostDatabase['db'], applicant: string) {
  const applications = [];
  for await (const application of readApplications(db, { applicant }))
    applications.push(withoutFileNames(application));
  return {
    filename: `application-${applicant}.json`,
    content: JSON.stringify(applications, null, 2),
  };
}

function linesOf(text: string): string[] {
  const characters = Array.from(withoutDirections(text).trim());
  const cut =
    characters.length > maxMailedAnswer
      ? `${characters.slice(0, maxMailedAnswer).join('')}…`
      : characters.join('');
  return cut
    .split(/\r\n?|[\n\v\f\u0085\u2028\u2029]/)
    .map((line) => line.replaceAll(/\p{Cc}/gu, ' '));
}
