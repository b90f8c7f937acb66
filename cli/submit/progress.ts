import type { Progress } from '../output/terminal.ts';

interface Sent {
  readonly bytesRead: number;
}

const refreshMs = 250;

export interface UploadProgress {
  step(text: string): void;
  document(text: string, body: Sent, size: number): () => void;
  skip(bytes: number): void;
}

export function uploadProgress(line: Progress, totalBytes: number): UploadProgress {
  const active = new Set<Sent>();
  let sentBytes = 0;
  let toSend = totalBytes;
  return {
    step: (text) => line.show(text),
    document(text, body, size) {
      active.add(body);
      const show = () => {
        const underWay = [...active].reduce((sum, { bytesRead }) => sum + bytesRead, 0);
        const sent = inMegabytes(sentBytes + underWay);
        line.show(`${text}, ${sent} of ${inMegabytes(toSend)} MB`);
      };
      show();
      const timer = line.isShown ? setInterval(show, refreshMs) : undefined;
      return () => {
        clearInterval(timer);
        active.delete(body);
        sentBytes += body.bytesRead;
        toSend -= size - body.bytesRead;
      };
    },
    skip(bytes) {
      toSend -= bytes;
    },
  };
}

const inMegabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);
