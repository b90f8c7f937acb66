import { stripBidiControls } from '#src/domain/rules/text/text.ts';

/** Removes line ends, other control characters, and those that change the direction of what follows. */
export const oneLine = (text: string): string =>
  stripBidiControls(text).replaceAll(/[\s\p{Cc}]+/gu, ' ');

/** A text of this length has no room for a message to a stranger. */
export const maxSafeText = 40;

const manyDigits = /\p{N}(?:[^\p{L}\p{N}]*\p{N})+/gu;
const telephoneNumber = /\p{N}(?:[^\p{L}\p{N}]*\p{N}){6,}/gu;

/**
 * Anyone may enter a text that is a message into a form that sends mail to a stranger, with a telephone number or something
 * of which mail programs make a link. The text becomes one short line without either.
 */
export const safeText = (text: string, number: RegExp = manyDigits): string =>
  Array.from(oneLine(text.replaceAll(/\p{Cf}/gu, '').replaceAll(number, '')))
    .slice(0, maxSafeText)
    .join('')
    .replaceAll(/(?<!\p{N})[.:/\u3002\uff0e\uff61](?=\S)|[.:/](?=[^\s\p{N}])/gu, '$& ')
    .trim();

/** Returns what a mail says of the text of a search, which may have a year or '24/7'. */
export const safeQuery = (text: string): string =>
  text === '' ? '' : safeText(text, telephoneNumber) || '…';
