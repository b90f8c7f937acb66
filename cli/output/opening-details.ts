import type { Opening } from '#src/domain/model/opening.ts';
import { isRequired } from '#src/domain/rules/application.ts';
import { htmlLines } from './html-lines.ts';
import { columnsOf, type Output, plain, styled } from './terminal.ts';

export function openingDetails(stream: Output, opening: Opening): string {
  const width = Math.min(80, columnsOf(stream));
  const details = [
    ['Company', opening.company_name],
    ['Cities', opening.locations.map(({ city }) => city).join(', ')],
    ['Status', opening.jobstatus],
    ['Required skill', opening.requiredskill],
    ['Extra skills', opening.extra_skill],
    ['Posted', opening.date_posted ?? ''],
    ['Closes', opening.closing_date ?? ''],
  ]
    .filter(([, value]) => value !== '')
    .map(([name = '', value = '']) => `${name.padEnd(15)} ${plain(value)}`);
  const questions = opening.questions.map(
    (question) =>
      `${question.id}  ${plain(question.question)}${isRequired(question) ? ' (required)' : ''}`,
  );
  return [
    styled(stream, 'bold', `${plain(opening.role_name)}  #${plain(opening.id)}`),
    ...details,
    '',
    htmlLines(stream, opening.jobdescription, width),
    ...(questions.length > 0 ? ['', styled(stream, 'bold', 'Questions'), ...questions] : []),
    '',
  ].join('\n');
}
