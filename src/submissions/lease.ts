import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import pTimeout from 'p-timeout';
import type { SubmissionRow, SubmissionTables } from './schema.ts';

export interface LeaseOptions {
  readonly open: () => Promise<{ readonly db: Kysely<SubmissionTables> }>;
  readonly now: () => number;
  readonly leaseMs: number;
  readonly pollMs: number;
  readonly onError: (error: unknown) => void;
}

type LeaseColumns = Pick<SubmissionRow, 'upload_lease' | 'lease_until'>;

export const noLease: LeaseColumns = { upload_lease: null, lease_until: 0 };

/** A lease is renewed while the process has it, and ends soon after the process has ended. */
export type Leases = ReturnType<typeof createLeases>;

const maxClockDifferenceMs = 60_000;

export function createLeases({ open, now, leaseMs, pollMs, onError }: LeaseOptions) {
  const held = new Map<string, { readonly id: string } & PromiseWithResolvers<void>>();

  const heartbeat = setInterval(() => {
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

  /** Begins a lease. Other callers in this process wait for its end even before its columns are written. */
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

  /** An end that is later than any machine would set comes from a clock that was set back. */
  const isLeased = ({ lease_until }: LeaseColumns): boolean =>
    lease_until > now() && lease_until <= now() + leaseMs + maxClockDifferenceMs;

  async function wait(id: string, signal?: AbortSignal): Promise<void> {
    const [, lease] = oldest(id) ?? [];
    await pTimeout(lease ? lease.promise : delay(pollMs), {
      milliseconds: Number.POSITIVE_INFINITY,
      ...(signal && { signal }),
    });
  }

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
      await wait(row.id, signal);
    }
  }

  async function tryAcquire({ id, lease_until }: SubmissionRow): Promise<string | undefined> {
    const { db } = await open();
    const { token, columns } = begin(id);
    const free = db.updateTable('submission').set(columns).where('id', '=', id);
    const update = free.where('lease_until', '=', lease_until).executeTakeFirst();
    const { numUpdatedRows } = await update.catch((error: unknown) => {
      end(token);
      throw error;
    });
    if (numUpdatedRows > 0n) return token;
    end(token);
    return undefined;
  }

  /** Ends a lease in the database too. If that fails, the lease expires there. */
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
    /** Ends the lease of a submission that was sent, or the older one of two. The waiting callers then read the row. */
    endOldest(id: string): void {
      const [token] = oldest(id) ?? [];
      if (token !== undefined) end(token);
    },
    close: (): void => clearInterval(heartbeat),
  };
}
