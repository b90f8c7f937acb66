import { stripBidiControls } from '#src/domain/rules/text/text.ts';

/** Removes line ends, other control characters, and characters that change the text direction. */
export const oneLine = (text: string): string =>
  stripBidiControls(text).replaceAll(/[\s\p{Cc}]+/gu, ' ');

/** A text of this length has no room for a message to a stranger. */
export const maxSafeText = 40;

const manyDigits = /\p{N}(?:[^\p{L}\p{N}]*\p{N})+/gu;
const telephoneNumber = /\p{N}(?:[^\p{L}\p{N}]*\p{N}){6,}/gu;

/**
 * A form that sends mail to a stranger could carry a message: a telephone number, or text that mail programs turn into
 * a link. So the text becomes one short line without either.
 */
export const safeText = (text: string, number: RegExp = manyDigits): string =>
  Array.from(oneLine(text.replaceAll(/\p{Cf}/gu, '').replaceAll(number, '')))
    .slice(0, maxSafeText)
    .join('')
    .replaceAll(/(?<!\p{N})[.:/\u3002\uff0e\uff61](?=\S)|[.:/](?=[^\s\p{N}])/gu, '$& ')
    .trim();

/** Returns the text of a search for a mail. Short numbers stay, such as a year or '24/7'. */
export const safeQuery = (text: string): string =>
  text === '' ? '' : safeText(text, telephoneNumber) || '…';
