import { randomBytes } from 'node:crypto';
import type { Application } from '#src/domain/model/application.ts';
import { type Fingerprint, fingerprintOf } from './fingerprint.ts';
import type { Row, Store } from './store.ts';
import type { Outcome } from './submission.ts';
import { ticketLifetimeMs } from './upload-ticket.ts';

export interface LeaseOptions {
  readonly store: Store;
  readonly fingerprintKey: Buffer;
  /** Submissions this process is sending; settled through their promise. */
  readonly mine: Map<string, PromiseWithResolvers<Outcome>>;
  readonly now: () => number;
  readonly leaseMs: number;
  readonly pollMs: number;
}

/** A row to send, or the row of somebody else's try of the same, ended. */
export type LeaseResult =
  | { readonly kind: 'send'; readonly row: Row }
  | { readonly kind: 'settled'; readonly row: Row };

/** A sending row whose process is gone: lost if it may have been posted, free to send otherwise. */
const orphaned = (row: Row): Row =>
  row.posted === 1
    ? { ...row, state: 'lost', was_lost: 1 }
    : { ...row, state: 'failed', outcome: null };

/**
 * Takes the lock for an application, known again by the form's key, else by its content. While somebody is
 * sending the same, waits for the end of it: in this process by a promise, in another by looking again.
 */
export async function acquireLease(
  options: LeaseOptions,
  formKey: string | undefined,
  application: Application,
): Promise<LeaseResult> {
  const print = fingerprintOf(formKey, application, options.fingerprintKey);
  for (;;) {
    const seen = look(options, print, application);
    if (seen.kind === 'mine') {
      options.mine.set(seen.row.id, Promise.withResolvers<Outcome>());
      return { kind: 'send', row: seen.row };
    }
    if (seen.kind === 'end') return { kind: 'settled', row: seen.row };
    const row = await settled(options, seen.row.id);
    // Another application of the same person, or one that nobody posted: look again.
    if (seen.kind === 'same' && row && !(row.state === 'failed' && row.outcome === null))
      return { kind: 'settled', row };
  }
}

/** One look at the journal, in one transaction: somebody to wait for, an end, or a row of our own. */
function look({ store, now, leaseMs }: LeaseOptions, print: Fingerprint, application: Application) {
  return store.transaction(() => {
    const at = now();
    let found =
      (print.key ? store.byKey(print.key, application.joblistingid, at) : undefined) ??
      store.byContent(print.content, at);
    if (found?.state === 'accepted') return { kind: 'end', row: found } as const;
    if (found?.state === 'sending') {
      if (found.lease_until > at) return { kind: 'same', row: found } as const;
      found = orphaned(found);
    }
    // Another application of this person to this opening: its end decides what a host says of ours.
    const other = store.sendingFor(print.person, at);
    if (other) return { kind: 'other', row: other } as const;

    // The host may know this id only if an answer was lost; anything else starts afresh.
    const keep = found?.was_lost === 1 ? found : undefined;
    if (found && !keep) store.remove(found.id);
    const row: Row = {
      id: keep?.id ?? randomBytes(18).toString('base64url'),
      key_hash: print.key ?? keep?.key_hash ?? null,
      content_hash: print.content,
      person_hash: print.person,
      joblistingid: application.joblistingid,
      state: 'sending',
      posted: 0,
      was_lost: keep?.was_lost ?? 0,
      lease_until: at + leaseMs,
      outcome: null,
      reference: null,
      sealed: null,
      received: '',
      updated_at: at,
      expires_at: at + ticketLifetimeMs,
    };
    store.put(row);
    return { kind: 'mine', row } as const;
  });
}

async function settled(options: LeaseOptions, id: string): Promise<Row | undefined> {
  const { store, mine, now, pollMs } = options;
  await mine.get(id)?.promise;
  for (;;) {
    const row = store.byId(id, now());
    if (row?.state !== 'sending') return row;
    if (row.lease_until <= now()) return orphaned(row);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
