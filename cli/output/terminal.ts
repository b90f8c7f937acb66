import { styleText } from 'node:util';

/** Where words go: stdout for the result, stderr for everything else. */
export interface Terminal {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

export type Style = Parameters<typeof styleText>[0];

/** Text in a style, plain where the stream is no terminal or NO_COLOR is set. */
export function styled(stream: NodeJS.WriteStream, style: Style, text: string): string {
  return styleText(style, text, { stream });
}

/**
 * Text that came from a host or a file, made safe to show: control characters, which could rewrite the
 * screen or forge lines, become spaces; directional overrides go.
 */
export function plain(text: string): string {
  return text
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
}
