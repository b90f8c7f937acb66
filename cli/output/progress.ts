import { plain } from './terminal.ts';

/** One line that is rewritten while work is under way; on anything but a terminal, nothing at all. */
export interface Progress {
  show(text: string): void;
  /** Takes the line away, so that other words can be printed. */
  clear(): void;
}

export function progressOn(stream: NodeJS.WriteStream, wanted: boolean): Progress {
  if (!wanted || !stream.isTTY) return { show: () => {}, clear: () => {} };
  return {
    show: (text) => stream.write(`\r\u001b[K${plain(text).slice(0, stream.columns - 1)}`),
    clear: () => stream.write('\r\u001b[K'),
  };
}
