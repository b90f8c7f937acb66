import { channel } from 'node:diagnostics_channel';
import type { CompletedCall } from '#src/domain/api/request.ts';

/**
 * The measurements, each a channel of node:diagnostics_channel, because the built site and the command that starts it
 * are separate module graphs.
 */
export interface Measurements {
  readonly call: CompletedCall;
  /** A page that is stored for all visitors was sent while `fresh` or `stale`, or was `rendered`. */
  readonly page:
    | { readonly result: 'fresh' | 'stale' }
    | { readonly result: 'rendered'; readonly durationMs: number };
  /** The requests of a queue after each arrival and departure. */
  readonly queue: { readonly name: string; readonly waiting: number; readonly running: number };
  /** A queue of the background work, every ten seconds: the waiting entries, the age of the oldest, and the failures. */
  readonly work: {
    readonly queue: string;
    readonly waiting: number;
    readonly oldestSeconds: number;
    readonly failed: number;
  };
  readonly log: { readonly event: string; readonly level: string; readonly process: string };
  /** The instant of the last backup in seconds; 0 if there is none. */
  readonly backup: { readonly seconds: number };
}

/** The measurements that an embedded API host sends to its site. */
export const hostMeasurements = ['work', 'log', 'backup'] as const;

const channelOf = (name: keyof Measurements) => channel(`careers:${name}`);

export const isMeasured = (name: keyof Measurements): boolean => channelOf(name).hasSubscribers;

export function publish<Name extends keyof Measurements>(
  name: Name,
  measurement: () => Measurements[Name],
): void {
  if (isMeasured(name)) channelOf(name).publish(measurement());
}

export function subscribe<Name extends keyof Measurements>(
  name: Name,
  onMeasurement: (measurement: Measurements[Name]) => void,
): () => void {
  const listener = (message: unknown) => onMeasurement(message as Measurements[Name]);
  channelOf(name).subscribe(listener);
  return () => channelOf(name).unsubscribe(listener);
}
