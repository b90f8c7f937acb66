/** A text of this length has no room for a message to a stranger. */
export const maxSafeText = 40;

/**
 * Anyone may enter a text that is a message into a form that sends mail to a stranger, with a telephone number or something
 * of which mail programs make a link. The text becomes one short line without either.
 */
export const safeText = (text: string): string =>
  Array.from(text.replaceAll(/\p{Cf}|\p{N}(?:[^\p{L}]*\p{N})+/gu, '').replaceAll(/\s+/g, ' '))
    .slice(0, maxSafeText)
    .join('')
    .replaceAll(/[.:/\u3002\uff0e\uff61](?=\S)/g, '$& ')
    .trim();
