import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { SubmissionRow, SubmissionTables } from './schema.ts';

export interface LeaseOptions {
  readonly open: () => Promise<{ readonly db: Kysely<SubmissionTables> }>;
  readonly now: () => number;
  /** How long others wait for a process that ended while it had a lease. */
  readonly leaseMs: number;
  /** The interval at which the lease of another process is looked at. */
  readonly pollMs: number;
  readonly onError: (error: unknown) => void;
}

/** The columns of the lease of a submission: who has it, and until when. */
type LeaseColumns = Pick<SubmissionRow, 'upload_lease' | 'lease_until'>;

export const noLease: LeaseColumns = { upload_lease: null, lease_until: 0 };

/**
 * The time-limited right of one process to send a submission, or to forward a document of an accepted one. It is renewed
 * while the process has it, and ends by itself soon after the process did.
 */
export type Leases = ReturnType<typeof createLeases>;

/** Between the clocks of two machines. */
const maxClockDifferenceMs = 60_000;

/** The leases of this process. */
export function createLeases({ open, now, leaseMs, pollMs, onError }: LeaseOptions) {
  /** By their token, oldest first. A submission has two if the first ended before its attempt, and another one began. */
  const held = new Map<string, { readonly id: string } & PromiseWithResolvers<void>>();

  const heartbeat = setInterval(() => {
    // A failed renewal is repeated at the next interval.
    if (held.size > 0) renew().catch(onError);
  }, leaseMs / 4).unref();

  async function renew(): Promise<void> {
    const { db } = await open();
    await db
      .updateTable('submission')
      .set({ lease_until: now() + leaseMs })
      .where('upload_lease', 'in', [...held.keys()])
      .execute();
  }

  /** Begins a lease. Others in this process wait for its end even before its columns are written. */
  function begin(id: string): { readonly token: string; readonly columns: LeaseColumns } {
    const token = randomUUID();
    held.set(token, { id, ...Promise.withResolvers<void>() });
    return { token, columns: { upload_lease: token, lease_until: now() + leaseMs } };
  }

  function end(token: string): void {
    held.get(token)?.resolve();
    held.delete(token);
  }

  const oldest = (id: string) => [...held].find(([, lease]) => lease.id === id);

  /** Whether the lease of a row has not ended. An end that is too late to be of another machine is of a clock that was set back. */
  const isLeased = ({ lease_until }: LeaseColumns): boolean =>
    lease_until > now() && lease_until <= now() + leaseMs + maxClockDifferenceMs;

  /** Resolves when the row of a submission has to be read again; rejects with the reason of the signal. */
  async function wait(id: string, signal?: AbortSignal): Promise<void> {
    const [, lease] = oldest(id) ?? [];
    if (!lease) await delay(pollMs, undefined, { signal }).catch(() => signal?.throwIfAborted());
    else await (signal ? Promise.race([lease.promise, aborted(signal)]) : lease.promise);
  }

  /**
   * Waits for its turn, and returns the token of the lease of the row that is found; undefined if there is none. Rejects
   * with the reason of the signal.
   */
  async function acquire(
    findRow: () => Promise<SubmissionRow | undefined>,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    for (;;) {
      const row = await findRow();
      if (!row) return undefined;
      const token = isLeased(row) ? undefined : await tryAcquire(row);
      if (token !== undefined) return token;
      await wait(row.id, signal);
    }
  }

  /** Undefined if another caller was faster. */
  async function tryAcquire({ id, lease_until }: SubmissionRow): Promise<string | undefined> {
    const { db } = await open();
    const { token, columns } = begin(id);
    let isAcquired = false;
    try {
      const { numUpdatedRows } = await db
        .updateTable('submission')
        .set(columns)
        .where('id', '=', id)
        .where('lease_until', '=', lease_until)
        .executeTakeFirst();
      isAcquired = numUpdatedRows > 0n;
    } finally {
      if (!isAcquired) end(token);
    }
    return isAcquired ? token : undefined;
  }

  /** Ends a lease in the database too; if that fails, it ends there by itself. */
  async function release(token: string): Promise<void> {
    try {
      const { db } = await open();
      const rows = db.updateTable('submission').set(noLease);
      await rows.where('upload_lease', '=', token).execute();
    } catch (error) {
      onError(error);
    } finally {
      end(token);
    }
  }

  return {
    isLeased,
    begin,
    end,
    wait,
    acquire,
    release,
    /** Ends the lease of a submission that was sent; of two the older one. Those who wait read the row. */
    endOldest(id: string): void {
      const [token] = oldest(id) ?? [];
      if (token !== undefined) end(token);
    },
    close: (): void => clearInterval(heartbeat),
  };
}

function aborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  if (signal.aborted) reject(signal.reason);
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return promise;
}
