import type { Issue } from '../model/issue.ts';
import {
  atLeast,
  atMost,
  between,
  type Check,
  digits,
  email,
  number,
  optional,
  required,
} from './checks.ts';

/** What one field of a page form must keep (section 5, generic form messages). Lengths are UTF-16 code units. */
export interface FieldRules {
  readonly required?: true;
  readonly email?: true;
  readonly url?: true;
  readonly date?: true;
  readonly dateISO?: true;
  readonly number?: true;
  /** The first day that will do, as YYYY-MM-DD. */
  readonly earliest?: string;
  readonly digits?: true;
  /** The name of the field whose value it repeats. */
  readonly equalTo?: string;
  readonly maxlength?: number;
  readonly minlength?: number;
  readonly rangelength?: readonly [min: number, max: number];
  readonly range?: readonly [min: number, max: number];
  readonly max?: number;
  readonly min?: number;
  readonly step?: number;
  /** An address that is asked whether the value will do; see `remoteQuestions`. */
  readonly remote?: string;
}
export type FormRules = Readonly<Record<string, FieldRules>>;
export type FormValues = Readonly<Record<string, string>>;

const url: Check = (value) =>
  URL.canParse(value) && /^(https?|ftp):$/.test(new URL(value).protocol)
    ? undefined
    : { code: 'url' };

const date: Check = (value) => (Number.isNaN(Date.parse(value)) ? { code: 'date' } : undefined);

/** Year, month, day, of the calendar: the 30th of February is no date. */
const dateISO: Check = (value) => {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? [];
  const found = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(found.getTime()) && found.getUTCDate() === Number(day)
    ? undefined
    : { code: 'dateISO' };
};

/** Dates of four-digit years in ISO form sort as text. */
const earliest =
  (day: string): Check =>
  (value) =>
    value >= day ? undefined : { code: 'min', params: [day] };

const rangelength =
  ([min, max]: readonly [number, number]): Check =>
  (value) =>
    value.length < min || value.length > max
      ? { code: 'rangelength', params: [min, max] }
      : undefined;

const max =
  (limit: number): Check =>
  (value) =>
    Number(value) <= limit ? undefined : { code: 'max', params: [limit] };

const min =
  (limit: number): Check =>
  (value) =>
    Number(value) >= limit ? undefined : { code: 'min', params: [limit] };

/** Counted in units of the last decimal either number has, since 0.3 is no multiple of 0.1 in binary. */
const step =
  (size: number): Check =>
  (value) => {
    const decimals = (text: string) => text.split('.')[1]?.length ?? 0;
    const scale = 10 ** Math.max(decimals(value), decimals(String(size)));
    return Math.round(Number(value) * scale) % Math.round(size * scale) === 0
      ? undefined
      : { code: 'step', params: [size] };
  };

const equalTo =
  (other: string): Check =>
  (value) =>
    value === other ? undefined : { code: 'equalTo' };

/** A rule's checks in the order section 5 lists their sentences. */
function checksOf(rules: FieldRules, values: FormValues): Check[] {
  const numeric = rules.range || rules.max !== undefined || rules.min !== undefined || rules.step;
  return [
    rules.email && email,
    rules.url && url,
    rules.date && date,
    rules.dateISO && dateISO,
    rules.earliest !== undefined && earliest(rules.earliest),
    // A bound means nothing for what is no number.
    (rules.number || numeric) && number,
    rules.digits && digits,
    rules.equalTo !== undefined && equalTo(values[rules.equalTo] ?? ''),
    rules.maxlength !== undefined && atMost(rules.maxlength),
    rules.minlength !== undefined && atLeast(rules.minlength),
    rules.rangelength && rangelength(rules.rangelength),
    rules.range && between({ min: rules.range[0], max: rules.range[1] }),
    rules.max !== undefined && max(rules.max),
    rules.min !== undefined && min(rules.min),
    rules.step !== undefined && step(rules.step),
  ].filter((check) => typeof check === 'function');
}

/**
 * Section 5: what is wrong with a page form, in the order of its rules, one issue a field. An empty
 * field is wrong only where it is required.
 */
export function validateForm(values: FormValues, rules: FormRules): Issue[] {
  return Object.entries(rules).flatMap(([field, rule]) =>
    (rule.required ? required : optional)(field, values[field] ?? '', ...checksOf(rule, values)),
  );
}

export interface RemoteCheck {
  readonly field: string;
  readonly address: string;
  readonly value: string;
}

/** Section 7: the fields whose value an address must be asked about; empty fields are not asked about. */
export function remoteChecks(values: FormValues, rules: FormRules): RemoteCheck[] {
  return Object.entries(rules).flatMap(([field, { remote: address }]) => {
    const value = values[field] ?? '';
    return address === undefined || value.trim() === '' ? [] : [{ field, address, value }];
  });
}

/** The reply to a remote question: true, or the text 'true', lets the value pass; all else is 'Please fix this field.' */
export function remoteIssue({ field }: RemoteCheck, reply: unknown): Issue | undefined {
  return reply === true || reply === 'true' ? undefined : { field, code: 'remote' };
}
