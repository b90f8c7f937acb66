import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A row of the journal. What identifies a person is hashed with a key or sealed; nothing else is here. */
export interface Row {
  readonly id: string;
  readonly key_hash: string | null;
  readonly content_hash: string;
  readonly person_hash: string;
  readonly joblistingid: string;
  readonly state: string;
  /** 1 from the moment the application may be on the wire. */
  readonly posted: number;
  /** 1 once an answer was lost, until the application is known to be accepted. */
  readonly was_lost: number;
  readonly lease_until: number;
  readonly outcome: string | null;
  readonly reference: string | null;
  readonly sealed: Uint8Array | null;
  readonly received: string;
  readonly updated_at: number;
  readonly expires_at: number;
}

const schema = `
  CREATE TABLE IF NOT EXISTS submission (
    id TEXT PRIMARY KEY,
    key_hash TEXT,
    content_hash TEXT NOT NULL,
    person_hash TEXT NOT NULL,
    joblistingid TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('sending', 'accepted', 'lost', 'refused', 'failed')),
    posted INTEGER NOT NULL DEFAULT 0,
    was_lost INTEGER NOT NULL DEFAULT 0,
    lease_until INTEGER NOT NULL DEFAULT 0,
    outcome TEXT,
    reference TEXT,
    sealed BLOB,
    received TEXT NOT NULL DEFAULT '',
    updated_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS submission_key ON submission (key_hash) WHERE key_hash IS NOT NULL;
  CREATE INDEX IF NOT EXISTS submission_content ON submission (content_hash);
  CREATE INDEX IF NOT EXISTS submission_person ON submission (person_hash) WHERE state = 'sending';
  CREATE INDEX IF NOT EXISTS submission_expiry ON submission (expires_at);
`;

export type Store = ReturnType<typeof openStore>;

/**
 * Opens the journal's file. WAL lets readers pass a writer; synchronous=FULL puts every commit on disk
 * before it is acknowledged, so that a power cut cannot forget that an application was posted.
 */
export function openStore(path: string) {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const db = new DatabaseSync(path);
  db.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  db.exec('PRAGMA secure_delete = ON;');
  db.exec(schema);

  const one = (sql: string) => {
    const statement = db.prepare(sql);
    return (...values: (string | number)[]) => statement.get(...values) as Row | undefined;
  };
  const put = db.prepare(`
    INSERT OR REPLACE INTO submission
      (id, key_hash, content_hash, person_hash, joblistingid, state, posted, was_lost, lease_until,
       outcome, reference, sealed, received, updated_at, expires_at)
    VALUES (:id, :key_hash, :content_hash, :person_hash, :joblistingid, :state, :posted, :was_lost,
       :lease_until, :outcome, :reference, :sealed, :received, :updated_at, :expires_at)`);
  const renew = db.prepare(
    "UPDATE submission SET lease_until = ? WHERE id = ? AND state = 'sending'",
  );
  const purge = db.prepare('DELETE FROM submission WHERE expires_at <= ?');
  const remove = db.prepare('DELETE FROM submission WHERE id = ?');

  return {
    byId: one('SELECT * FROM submission WHERE id = ? AND expires_at > ?'),
    byKey: one(`SELECT * FROM submission WHERE key_hash = ? AND joblistingid = ? AND expires_at > ?
      ORDER BY state = 'accepted' DESC, updated_at DESC LIMIT 1`),
    byContent: one(`SELECT * FROM submission WHERE content_hash = ? AND expires_at > ?
      ORDER BY state = 'accepted' DESC, state = 'sending' DESC, was_lost DESC, updated_at DESC LIMIT 1`),
    sendingFor: one(`SELECT * FROM submission
      WHERE person_hash = ? AND state = 'sending' AND lease_until > ? LIMIT 1`),
    put: (row: Row) => void put.run({ ...row }),
    remove: (id: string) => void remove.run(id),
    renew: (id: string, until: number) => void renew.run(until, id),
    /** Rows taken out for good; secure_delete overwrites what they held. */
    purge: (now: number) => Number(purge.run(now).changes),
    /** Runs `work` as one transaction that has the write lock from its first read. */
    transaction<Result>(work: () => Result): Result {
      db.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        db.exec('COMMIT');
        return result;
      } catch (error) {
        db.exec('ROLLBACK');
        throw error;
      }
    },
    close: () => db.close(),
  };
}
