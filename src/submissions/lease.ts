import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { SubmissionRow } from './schema.ts';
import type { RepositoryContext } from './submission-database.ts';

interface LeaseOptions extends Pick<RepositoryContext, 'withDatabase' | 'now' | 'onError'> {
  readonly leaseMs: number;
  readonly pollMs: number;
}

type LeaseColumns = Pick<SubmissionRow, 'upload_lease' | 'lease_until'>;

export const noLease: LeaseColumns = { upload_lease: null, lease_until: 0 };

/** A lease is renewed while the process has it, and ends soon after the process has ended. */
export type Leases = ReturnType<typeof createLeases>;

const maxClockDifferenceMs = 60_000;

/** The lease of a submission is in its row, so callers wait for each other in one process as in several processes. */
export function createLeases({ withDatabase, now, leaseMs, pollMs, onError }: LeaseOptions) {
  /** The tokens of the leases of this process. */
  const held = new Set<string>();

  const heartbeat = setInterval(() => {
    if (held.size > 0) renew().catch(onError);
  }, leaseMs / 4).unref();

  const renew = () =>
    withDatabase(({ db }) =>
      db
        .updateTable('submission')
        .set({ lease_until: now() + leaseMs })
        .where('upload_lease', 'in', [...held])
        .execute(),
    );

  const leaseColumns = (token: string) => ({ upload_lease: token, lease_until: now() + leaseMs });

  /** If the end is later than any process would set it, the clock was set back, and the lease does not count. */
  const isLeased = ({ lease_until }: LeaseColumns): boolean =>
    lease_until > now() && lease_until <= now() + leaseMs + maxClockDifferenceMs;

  const wait = (): Promise<void> => delay(pollMs);

  /** Resolves with undefined if no row is found, and rejects with the reason of the signal. */
  async function acquire(
    findRow: () => Promise<SubmissionRow | undefined>,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    for (;;) {
      const row = await findRow();
      if (!row) return undefined;
      const token = isLeased(row) ? undefined : await tryAcquire(row);
      if (token !== undefined) return token;
      await wait();
      signal.throwIfAborted();
    }
  }

  async function tryAcquire({ id, lease_until }: SubmissionRow): Promise<string | undefined> {
    const token = randomUUID();
    const { numUpdatedRows } = await withDatabase(({ db }) =>
      db
        .updateTable('submission')
        .set(leaseColumns(token))
        .where('id', '=', id)
        .where('lease_until', '=', lease_until)
        .executeTakeFirst(),
    );
    if (numUpdatedRows === 0n) return undefined;
    held.add(token);
    return token;
  }

  /** Ends a lease here and in the database. If the database fails, the lease expires there. */
  async function release(token: string): Promise<void> {
    held.delete(token);
    await withDatabase(({ db }) =>
      db.updateTable('submission').set(noLease).where('upload_lease', '=', token).execute(),
    ).catch(onError);
  }

  return {
    isLeased,
    leaseColumns,
    /** Keeps a lease from now on whose `leaseColumns` were stored by the caller. */
    hold: (token: string): void => void held.add(token),
    /** Ends the renewal of a lease whose row was settled, which has removed the lease from the row. */
    drop: (token: string): void => void held.delete(token),
    wait,
    acquire,
    release,
    close: (): void => clearInterval(heartbeat),
  };
}
