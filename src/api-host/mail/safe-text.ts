import { withoutDirections } from '#src/domain/rules/text/text.ts';

/** Removes line ends, other control characters, and those that change the direction of what follows. */
export const oneLine = (text: string): string =>
  withoutDirections(text).replaceAll(/[\s\p{Cc}]+/gu, ' ');

/** A text of this length has no room for a message to a stranger. */
export const maxSafeText = 40;

/**
 * Anyone may enter a text that is a message into a form that sends mail to a stranger, with a telephone number or something
 * of which mail programs make a link. The text becomes one short line without either.
 */
export const safeText = (text: string): string =>
  Array.from(oneLine(text.replaceAll(/\p{Cf}|\p{N}(?:[^\p{L}]*\p{N})+/gu, '')))
    .slice(0, maxSafeText)
    .join('')
    .replaceAll(/[.:/\u3002\uff0e\uff61](?=\S)/g, '$& ')
    .trim();
