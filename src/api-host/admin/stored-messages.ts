import type { ContactMessage } from '#src/domain/model/application.ts';
import type { HostDatabase } from '../database/engine.ts';

export interface StoredMessage extends ContactMessage {
  readonly id: string;
  readonly received_at: string;
}

/** All contact messages, the earliest first. */
export function readContactMessages(db: HostDatabase): Promise<StoredMessage[]> {
  return db
    .selectFrom('contact_messages')
    .select(['id', 'received_at', 'firstname', 'lastname', 'email', 'phone', 'subject', 'msg'])
    .orderBy('received_at')
    .orderBy('id')
    .execute();
}
