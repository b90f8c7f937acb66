import type { PhoneCountry } from '#src/domain/model/application-options.ts';
import type { Issue, IssueValue } from '#src/domain/model/issues.ts';
import type { FormMessageKey } from '#src/domain/model/messages.ts';
import { isBlankHtml } from '../text/blank-html.ts';
import { isBlank } from '../text/text.ts';
import { isPhone } from './phone.ts';

/**
 * The rules of one field (section 5). They are checked in the order of their keys, and the first failure is the issue
 * of the field. An empty field fails only `required`. Lengths are UTF-16 code units. The rules are serializable, so
 * that the site config can contain them.
 */
export interface FieldRules {
  readonly required?: true;
  /** The message for an empty required field, if it is not 'This field is required.' */
  readonly requiredMessage?: FormMessageKey;
  /** The value is HTML, which is empty if it contains no text. */
  readonly html?: true;
  readonly email?: true;
  readonly url?: true;
  readonly date?: true;
  readonly dateISO?: true;
  readonly earliest?: string;
  readonly number?: true;
  readonly digits?: true;
  readonly equalTo?: string;
  readonly maxlength?: number;
  readonly minlength?: number;
  readonly rangelength?: readonly [min: number, max: number];
  readonly range?: readonly [min: number, max: number];
  readonly max?: number;
  readonly min?: number;
  readonly step?: number;
  readonly oneOf?: readonly string[];
  readonly startsWith?: string;
  /** The value is a normalized number of one of these countries. */
  readonly phone?: readonly PhoneCountry[];
  /** The browser validates the value at this URL too (section 7). */
  readonly remote?: string;
}
export type FormRules = Readonly<Record<string, FieldRules>>;
export type FormValues = Readonly<Record<string, string>>;

/** Keys that `validateField` or the browser handles. */
type NonCheck = 'required' | 'requiredMessage' | 'html' | 'remote';
type Failure = Omit<Issue, 'field'> | undefined;
type Check<Parameter> = (value: string, parameter: Parameter, values: FormValues) => Failure;

const fails = (failed: boolean, code: FormMessageKey, ...params: IssueValue[]): Failure =>
  failed ? { code, ...(params.length > 0 && { params }) } : undefined;

/** A longer email address is refused without the pattern, which takes cubic time at worst. */
const maxEmailLength = 320;
/**
 * The pattern is HTML's definition of a valid e-mail address, with a required dot in the domain. It excludes `%` and
 * `!`, as some mail servers read a%b@c and a!b@c as routes, and a leading `-`, as some programs read options.
 */
const emailPattern =
  // linear: used up to maxEmailLength
  /^(?!-)[\w.#$&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;

/** Decimal numbers with at most this many digits are exact enough in JavaScript to compare them with limits. */
const maxNumberDigits = 15;
const number = (value: string): Failure =>
  fails(
    value.replace(/[-.]/g, '').length > maxNumberDigits || !/^-?\d+(?:\.\d+)?$/.test(value),
    'number',
  );

const checks: {
  readonly [Rule in Exclude<keyof FieldRules, NonCheck>]-?: Check<NonNullable<FieldRules[Rule]>>;
} = {
  email: (value) => fails(value.length > maxEmailLength || !emailPattern.test(value), 'email'),
  url: (value) => fails(!/^(https?|ftp):$/.test(protocolOf(value)), 'url'),
  date: (value) => fails(Number.isNaN(Date.parse(value)), 'date'),
  dateISO: (value) => fails(!isCalendarDate(value), 'dateISO'),
  // ISO dates with four-digit years sort as text.
  earliest: (value, day) => fails(value < day, 'min', { day }),
  number,
  digits: (value) => fails(!/^\d+$/.test(value), 'digits'),
  equalTo: (value, field, values) => fails(value !== (values[field] ?? ''), 'equalTo'),
  maxlength: (value, max) => fails(value.length > max, 'maxlength', max),
  minlength: (value, min) => fails(value.length < min, 'minlength', min),
  rangelength: (value, [min, max]) =>
    fails(value.length < min || value.length > max, 'rangelength', min, max),
  // A limit applies to numbers only, so each of these four checks that the value is a number.
  range: (value, [min, max]) =>
    number(value) ?? fails(Number(value) < min || Number(value) > max, 'range', min, max),
  max: (value, max) => number(value) ?? fails(Number(value) > max, 'max', max),
  min: (value, min) => number(value) ?? fails(Number(value) < min, 'min', min),
  step: (value, step) => number(value) ?? fails(!isMultiple(value, step), 'step', step),
  oneOf: (value, allowed) => fails(!allowed.includes(value), 'remote'),
  startsWith: (value, prefix) => fails(!value.startsWith(prefix), 'remote'),
  phone: (value, countries) =>
    fails(!isPhone(value, countries), 'phone', countries.map(({ name }) => name).join(', ')),
};

/** `URL.canParse` is missing in the oldest supported browsers (docs/design.md). */
function protocolOf(url: string): string {
  try {
    return new URL(url).protocol;
  } catch {
    return '';
  }
}

/** Checks the form YYYY-MM-DD and that the day exists: 30 February is invalid. */
function isCalendarDate(value: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? [];
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day);
}

/** Both numbers are scaled to integers, because 0.3 is not a multiple of 0.1 in binary. */
function isMultiple(value: string, step: number): boolean {
  const decimals = (text: string) => text.split('.')[1]?.length ?? 0;
  const scale = 10 ** Math.max(decimals(value), decimals(String(step)));
  return Math.round(Number(value) * scale) % Math.round(step * scale) === 0;
}

/** The issues have the order of the rules. A field has at most one. */
export function validateForm(values: FormValues, rules: FormRules): Issue[] {
  return Object.entries(rules).flatMap(([field, fieldRules]) => {
    const failure = validateField(values[field] ?? '', fieldRules, values);
    return failure ? [{ field, ...failure }] : [];
  });
}

function validateField(value: string, rules: FieldRules, values: FormValues): Failure {
  if (rules.html ? isBlankHtml(value) : isBlank(value))
    return rules.required && { code: rules.requiredMessage ?? 'required' };
  for (const [rule, parameter] of Object.entries(rules)) {
    const check = (checks as Record<string, Check<unknown> | undefined>)[rule];
    const failure = check?.(value, parameter, values);
    if (failure) return failure;
  }
  return undefined;
}
