import { styleText } from 'node:util';
import { stripBidiControls } from '#src/domain/rules/text/text.ts';

export type Output = NodeJS.WritableStream & {
  readonly isTTY?: boolean;
  readonly columns?: number;
};

/** A terminal without a window has zero columns, for example `docker exec -t` in a job. */
export const columnsOf = (stream: Output): number => stream.columns || 80;

export type Style = Parameters<typeof styleText>[0];

export const styled = (stream: Output, style: Style, text: string): string =>
  styleText(style, text, { stream });

/** Replaces control characters, which could change the screen or end a line, and removes directional overrides. */
export function plain(text: string): string {
  return stripBidiControls(text)
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
}

/** Escapes directional overrides and the control characters that JSON.stringify leaves, so values stay the same. */
export function escaped(json: string): string {
  return json.replace(
    /[\u007f-\u009f\p{Bidi_Control}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export interface Progress {
  show(text: string): void;
  clear(): void;
}

export function progressOn(stream: Output, enabled: boolean): Progress {
  if (!enabled || !stream.isTTY) return { show: () => {}, clear: () => {} };
  return {
    show: (text) => stream.write(`\r\u001b[K${plain(text).slice(0, columnsOf(stream) - 1)}`),
    clear: () => stream.write('\r\u001b[K'),
  };
}
