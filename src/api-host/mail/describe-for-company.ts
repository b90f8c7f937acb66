import { documentOrder } from '#src/domain/rules/documents.ts';
import { withoutDirections } from '#src/domain/rules/text.ts';
import { escapeMarkup } from '#src/html/text-to-html.ts';
import { withoutFileNames } from '../admin/export-applications.ts';
import { readApplications } from '../admin/stored-applications.ts';
import type { HostDatabase } from '../database/schema.ts';
import { isHeld, type ScanState } from '../scan/scan-states.ts';
import type { MailValues } from './placeholders.ts';

/** A longer answer is cut. The export has all of it. */
export const maxMailedAnswer = 1000;

/**
 * Returns the values of mails to the company: the documents that have arrived, the answers, and the commands that show
 * and export the application.
 */
export async function describeForCompany(
  db: HostDatabase['db'],
  { id, answers }: { readonly id: string; readonly answers: string },
): Promise<MailValues> {
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
  const command = `careers host applications --applicant ${id}`;
  return {
    received: `${received.length}/${documentOrder.length}${received.length > 0 ? ` (${received.join(', ')})` : ''}`,
    answers: answersOf(JSON.parse(answers)),
    show: `${command} --json`,
    export: `${command} --export ${id}`,
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

/** Each line of an answer is quoted, so that none can be taken for a line of the mail, such as a command. */
function answersOf(answers: readonly { readonly question: string; readonly answer: string }[]) {
  const shown = answers.map(({ question, answer }) => ({
    question: linesOf(question).join(' '),
    lines: linesOf(answer),
  }));
  return {
    text: shown
      .map(({ question, lines }) => [question, ...lines.map((line) => `> ${line}`)].join('\n'))
      .join('\n\n'),
    html: shown
      .map(
        ({ question, lines }) =>
          `<p><b>${escapeMarkup(question)}</b></p><blockquote>${lines.map(escapeMarkup).join('<br>')}</blockquote>`,
      )
      .join('\n'),
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
