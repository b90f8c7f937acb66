import { randomUUID } from 'node:crypto';
import type { ContactMessage } from '#src/domain/model/contact.ts';
import { type HostDatabase, type RequestKey, toStoredTexts } from './database/schema.ts';

export type ContactMessageStore = ReturnType<typeof contactMessageStore>;

export function contactMessageStore({ transaction }: HostDatabase) {
  return {
    /** A repetition with the same key is stored once. */
    store: (message: ContactMessage, key: RequestKey | undefined, now: Date) =>
      transaction([], async (trx): Promise<'stored' | 'key-reused'> => {
        const inserted = await trx
          .insertInto('contact_messages')
          .values({
            id: randomUUID(),
            ...toStoredTexts(message),
            received_at: now.toISOString(),
            idempotency_key: key?.key ?? null,
            request_digest: key?.digest ?? null,
          })
          .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
          .returning('id')
          .executeTakeFirst();
        if (inserted || !key) return 'stored';
        const earlier = await trx
          .selectFrom('contact_messages')
          .select('request_digest')
          .where('idempotency_key', '=', key.key)
          .executeTakeFirst();
        return earlier?.request_digest === key.digest ? 'stored' : 'key-reused';
      }),
  };
}

export const readContactMessages = ({ db }: HostDatabase) =>
  db
    .selectFrom('contact_messages')
    .select(['id', 'received_at', 'firstname', 'lastname', 'email', 'phone', 'subject', 'msg'])
    .orderBy('received_at')
    .orderBy('id')
    .execute();
