import { isDeepStrictEqual } from 'node:util';
import { siteConfig } from '#src/config/site.ts';
import { employmentTypes } from '#src/domain/catalogue/employment-terms.ts';
import { parseJson } from '#src/domain/model/json.ts';
import type { Location, Opening, Question, Salary } from '#src/domain/model/opening.ts';

const { city, region, country } = siteConfig.address;
const pay = `120000 - 150000 ${siteConfig.region.currency} MONTH`;

/** A column of a spreadsheet of openings, which is also an option of `careers host openings add` and `edit`. */
export interface OpeningColumn {
  readonly name: string;
  /** The description of a valid value, which a message has after 'must be'. */
  readonly expects: string;
  /** Reads a cell that is not empty. A text in no known form is returned unchanged, and the schema refuses it. */
  readonly read: (text: string) => unknown;
  readonly write: (opening: Opening) => string;
  readonly example: string;
}

const textColumn = (name: string, example: string, expects = 'a text'): OpeningColumn => ({
  name,
  expects,
  example,
  read: (text) => text,
  write: (opening) => String(opening[name] ?? ''),
});

/** Creates a column whose values have a short form for people. If the short form would lose something, it writes JSON. */
function shortColumn<Value>(
  name: 'locations' | 'questions' | 'salary',
  { expects, example, read, write }: Shorthand<Value>,
): OpeningColumn {
  const isJson = /^\s*(?:\[\s*[{\]]|\{)/;
  const readEither = (text: string) =>
    isJson.test(text) ? jsonOrText(text) : (read(text) ?? text);
  return {
    name,
    expects,
    example,
    read: readEither,
    write: (opening) => {
      const value = opening[name] as Value | undefined;
      if (value === undefined || (Array.isArray(value) && value.length === 0)) return '';
      const text = write(value);
      // `read` returns no fields without a value, so the comparison needs a value without them.
      const plain = JSON.parse(JSON.stringify(value)) as Value;
      return isDeepStrictEqual(readEither(text), plain) ? text : JSON.stringify(value);
    },
  };
}

interface Shorthand<Value> {
  readonly expects: string;
  readonly example: string;
  readonly read: (text: string) => Value | undefined;
  readonly write: (value: Value) => string;
}

function jsonOrText(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

const dates = 'a date such as 2026-12-31, or an instant such as 2026-12-31T18:00:00Z';

const betweenCities = /;| \/ /;

const locations: Shorthand<Location[]> = {
  expects: `cities such as "${city}; …", or "${city}, ${region}, ${country}" with region and country`,
  example: `${city}, ${region}, ${country}`,
  read: (text) =>
    text.split(betweenCities).map((location) => {
      const [city = '', region = '', ...country] = location.split(',').map((part) => part.trim());
      return {
        city,
        ...(region !== '' && { region }),
        ...(country.length > 0 && { country: country.join(', ') }),
      };
    }),
  write: (list) =>
    list
      .map(({ city, region, country }) =>
        [city, ...(region || country ? [region ?? ''] : []), ...(country ? [country] : [])].join(
          ', ',
        ),
      )
      .join('; '),
};

/** A line has the form `[id/interview id] text (required)`. Both ids may be missing. */
const questionLine = /^(?:\[([^\]/\s]+)(?:\/([^\]/\s]+))?\] )?(.*?)( \(required\))?$/;

const questions: Shorthand<Question[]> = {
  expects: 'one question a line, such as "Can you work at night? (required)"',
  example: 'Can you work at night? (required)\nWhich ovens do you know?',
  read(text) {
    const lines = text
      .split('\n')
      .map((line) => questionLine.exec(line.trim()) ?? [])
      .filter(([line]) => line);
    const usedIds = new Set(lines.map(([, id]) => id));
    const freeIds = Array.from({ length: lines.length + usedIds.size }, (_, n) =>
      String(n + 1),
    ).filter((id) => !usedIds.has(id));
    return lines.map(([, id, interviewId, question = '', required]) => ({
      id: id ?? freeIds.shift() ?? '',
      question,
      required: required ? '1' : '0',
      ...(interviewId !== undefined && { interview_questions_id: interviewId }),
    }));
  },
  write: (list) =>
    list
      .map(
        ({ id, question, required, interview_questions_id: interviewId }) =>
          `[${id}${interviewId === undefined ? '' : `/${interviewId}`}] ${question}${required === '1' ? ' (required)' : ''}`,
      )
      .join('\n'),
};

const salary: Shorthand<Salary> = {
  expects: `an amount such as "${pay}" (HOUR, DAY, WEEK, MONTH or YEAR)`,
  example: pay,
  read(text) {
    const [, min, max = min, currency = '', unit = ''] =
      /^(\d{1,15}(?:\.\d{1,6})?)(?: ?[-–] ?(\d{1,15}(?:\.\d{1,6})?))? ([A-Z]{3}) ([A-Z]{1,20})$/.exec(
        text.trim().replaceAll(/\s/g, ' '),
      ) ?? [];
    return min === undefined ? undefined : { min: Number(min), max: Number(max), currency, unit };
  },
  write: ({ min, max, currency, unit }) => `${min} - ${max} ${currency} ${unit}`,
};

export const employmentExpected = `one of ${employmentTypes.join(', ')}`;

export const openingColumns: readonly OpeningColumn[] = [
  textColumn('id', '', 'a number or a text of at most 200 characters; empty: the next free number'),
  textColumn('role_name', 'Head Baker'),
  textColumn('company_id', '', "a company's id; empty: that of company_name"),
  textColumn('company_name', 'My Bakery'),
  shortColumn('locations', locations),
  textColumn('jobdescription', '<p>You bake bread for forty shops.</p>', 'HTML'),
  textColumn('jobstatus', 'Full time'),
  textColumn('requiredskill', 'Baking'),
  textColumn('extra_skill', ''),
  shortColumn('questions', questions),
  textColumn('date_posted', '2026-01-31', dates),
  textColumn('closing_date', '2026-12-31', dates),
  textColumn('closed_since', '', 'the instant at which the opening was closed; empty: it was not'),
  textColumn('employment_type', 'FULL_TIME', employmentExpected),
  shortColumn('salary', salary),
  textColumn('language', 'en', "the language of the opening's texts, such as fr or pt-BR (BCP 47)"),
  {
    name: 'further',
    expects: 'a JSON object of further fields',
    example: '',
    read: jsonOrText,
    write: (opening) => {
      const otherColumns = openingColumns.filter((column) => column.name !== 'further');
      const known = new Set(otherColumns.map(({ name }) => name));
      const further = Object.entries(opening).filter(([name]) => !known.has(name));
      return further.length === 0 ? '' : JSON.stringify(Object.fromEntries(further));
    },
  },
];
