import { randomUUID } from 'node:crypto';
import type { ContactMessage } from '#src/domain/model/application.ts';
import type { Engine, HostDatabase } from './database/engine.ts';
import type { RequestKey } from './idempotency.ts';
import { toStoredText } from './stored-text.ts';

export interface ContactMessageStore {
  /** Stores a message that the rules have passed; one repeated under its key is stored once. */
  keep(
    message: ContactMessage,
    key: RequestKey | undefined,
    now: Date,
  ): Promise<'kept' | 'key-reused'>;
}

export function contactMessageStore(db: HostDatabase, engine: Engine): ContactMessageStore {
  return {
    keep: (message, key, now) =>
      db.transaction().execute(async (trx) => {
        if (key) {
          await engine.takeTurns(trx, [`contact key ${key.key}`]);
          const earlier = await trx
            .selectFrom('contact_messages')
            .select('request_digest')
            .where('idempotency_key', '=', key.key)
            .executeTakeFirst();
          if (earlier) return earlier.request_digest === key.digest ? 'kept' : 'key-reused';
        }
        const { firstname, lastname, email, phone, subject, msg } = message;
        await trx
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
          .execute();
        return 'kept';
      }),
  };
}
