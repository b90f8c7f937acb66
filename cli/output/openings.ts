import type { Opening } from '#src/domain/model/opening.ts';
import { isRequired } from '#src/domain/rules/forms/application.ts';
import { textBlocks } from '#src/html/html-text.ts';
import { dateText } from '#src/language/format.ts';
import { dateTimeText } from '#src/language/format-date.ts';
import { placesOf } from '#src/language/opening-facts.ts';
import { table } from './table.ts';
import { columnsOf, type Output, plain, styled } from './terminal.ts';

export function openingDetails(stream: Output, opening: Opening): string {
  const width = Math.min(80, columnsOf(stream));
  const details = [
    ['Company', opening.company_name],
    [opening.locations.length === 0 ? 'Place' : 'Cities', placesOf(opening).join(', ')],
    ['Status', opening.jobstatus],
    ['Required skill', opening.requiredskill],
    ['Extra skills', opening.extra_skill],
    ['Posted', dateText(opening.date_posted ?? '')],
    ['Closes', dateTimeText(opening.closing_date ?? '')],
  ]
    .filter(([, value]) => value !== '')
    .map(([name = '', value = '']) => `${name.padEnd(15)} ${plain(value)}`);
  const questions = opening.questions.map(
    (question) =>
      `${plain(question.id)}  ${plain(question.question)}${isRequired(question) ? ' (required)' : ''}`,
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

export const openingsTable = (stream: Output, openings: readonly Opening[]): string =>
  table(stream, openings, {
    ID: ({ id }) => id,
    ROLE: ({ role_name }) => role_name,
    COMPANY: ({ company_name }) => company_name,
    CITIES: (opening) => placesOf(opening).join(', '),
    STATUS: ({ jobstatus }) => jobstatus,
  });

function htmlLines(stream: Output, html: string, width: number): string {
  const lines: string[] = [];
  for (const { text, mark, isHeading, hasEmptyLineBefore } of textBlocks(html)) {
    if (hasEmptyLineBefore) lines.push('');
    const [first = '', ...nextLines] = text
      .split('\n')
      .flatMap((line) => wrap(plain(line), width - mark.length));
    const marked = [mark + first, ...nextLines.map((line) => ' '.repeat(mark.length) + line)];
    lines.push(...(isHeading ? marked.map((line) => styled(stream, 'bold', line)) : marked));
  }
  return lines.join('\n');
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/ +/)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
