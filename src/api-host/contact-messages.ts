import { randomUUID } from 'node:crypto';
import type { ContactMessage } from '#src/domain/model/application.ts';
import { type HostDatabase, toStoredText } from './database/schema.ts';
import type { RequestKey } from './request.ts';

export interface ContactMessageStore {
  /** Stores a valid message. A repetition with the same key is stored once. */
  store(
    message: ContactMessage,
    key: RequestKey | undefined,
    now: Date,
  ): Promise<'stored' | 'key-reused'>;
}

export function contactMessageStore({ transaction }: HostDatabase): ContactMessageStore {
  return {
    store: ({ firstname, lastname, email, phone, subject, msg }, key, now) =>
      transaction([], async (trx) => {
        const inserted = await trx
          .insertInto('contact_messages')
          .values({
            id: randomUUID(),
            firstname: toStoredText(firstname),
            lastname: toStoredText(lastname),
            email: toStoredText(email),
            phone: toStoredText(phone),
            subject: toStoredText(subject),
            msg: toStoredText(msg),
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

export interface StoredMessage extends ContactMessage {
  readonly id: string;
  readonly received_at: string;
}

/** Reads all contact messages, the earliest first. */
export function readContactMessages({ db }: HostDatabase): Promise<StoredMessage[]> {
  return db
    .selectFrom('contact_messages')
    .select(['id', 'received_at', 'firstname', 'lastname', 'email', 'phone', 'subject', 'msg'])
    .orderBy('received_at')
    .orderBy('id')
    .execute();
}
