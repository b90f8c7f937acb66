import type { Progress } from '../output/terminal.ts';

interface Sent {
  readonly bytesRead: number;
}

const refreshMs = 250;
const megabyte = 1_000_000;

export interface UploadProgress {
  step(text: string): void;
  document(text: string, body: Sent, size: number): () => void;
  skip(bytes: number): void;
}

export function uploadProgress(line: Progress, totalBytes: number): UploadProgress {
  const active = new Set<Sent>();
  let firstAt: number | undefined;
  let sentBytes = 0;
  let toSend = totalBytes;
  return {
    step: (text) => line.show(text),
    document(text, body, size) {
      firstAt ??= performance.now();
      const startedAt = firstAt;
      active.add(body);
      const show = () => {
        const underWay = [...active].reduce((sum, { bytesRead }) => sum + bytesRead, 0);
        line.show(
          `${text}, ${transferText({
            sentBytes: sentBytes + underWay,
            leftBytes: toSend - sentBytes - underWay,
            elapsedMs: performance.now() - startedAt,
          })}`,
        );
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

/** Returns a text such as '12.3 of 40.0 MB, 3.1 MB/s, 9 s left'. In the first second it has no rate. */
export function transferText(transfer: {
  readonly sentBytes: number;
  readonly leftBytes: number;
  readonly elapsedMs: number;
}): string {
  const { sentBytes, elapsedMs } = transfer;
  const leftBytes = Math.max(0, transfer.leftBytes);
  const amount = `${inMegabytes(sentBytes)} of ${inMegabytes(sentBytes + leftBytes)} MB`;
  if (elapsedMs < 1000 || sentBytes === 0) return amount;
  const perSecond = (sentBytes * 1000) / elapsedMs;
  return `${amount}, ${inMegabytes(perSecond)} MB/s, ${duration(leftBytes / perSecond)} left`;
}

const inMegabytes = (bytes: number): string => (bytes / megabyte).toFixed(1);

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.ceil(whole / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
