import type { Opening } from '#src/domain/model/opening.ts';
import { isRequired } from '#src/domain/rules/application.ts';
import { htmlToText } from '#src/domain/rules/html-text.ts';
import { type Output, plain, styled } from './terminal.ts';

/** One opening as lines of text. */
export function openingDetails(stream: Output, opening: Opening): string {
  const width = Math.min(80, stream.columns ?? 80);
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
    wrap(plain(htmlToText(opening.jobdescription)), width),
    ...(questions.length > 0 ? ['', styled(stream, 'bold', 'Questions'), ...questions] : []),
    '',
  ].join('\n');
}

/** Breaks text at spaces into lines of at most `width` characters. A longer word gets its own line. */
function wrap(text: string, width: number): string {
  return text
    .split('\n')
    .map((paragraph) => wrapParagraph(paragraph, width))
    .join('\n');
}

function wrapParagraph(paragraph: string, width: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(/ +/)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].join('\n');
}
