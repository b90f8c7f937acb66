/** Plain SQL does the work of the API host, for `npm run bench -- database`. */
import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';
import { buildApplication } from '../test/support/build-application.ts';

/** The work of one implementation. Plain SQL does not normalize or validate, and has no messages for people. */
export interface Work {
  search(companyId: string, word: string): Promise<number>;
  opening(id: string): Promise<unknown>;
  candidate(emailaddress: string, companyId: string): Promise<boolean>;
  /** Resolves when the application would survive a power failure. */
  apply(emailaddress: string): Promise<void>;
}

const columns = [...Object.keys(applicationRow('')), 'company_id'] as const;

/** The row has no answers. */
function applicationRow(emailaddress: string) {
  const { answers: _answers, company_id: _company, ...fields } = buildApplication({ emailaddress });
  return {
    ...fields,
    id: randomUUID(),
    role_name: 'role',
    address_key: emailaddress,
    applied_at: '2026-06-01T12:00:00.000Z',
    answers: '[]',
    idempotency_key: randomUUID(),
    request_digest: 'digest',
  };
}

/** A question mark stands for a parameter. */
const statements = {
  opening: `select o.*, c.company_name from openings o join companies c on c.id = o.company_id where o.id = ?`,
  candidate: `select (select count(*) from companies where id = ?) as companies,
    (select reapply_at from candidates where address_key = ? and company_id = ?) as reapply_at`,
  application: `insert into applications (${columns}) values (${columns.map(() => '?')})
    on conflict (idempotency_key) do nothing`,
  candidates: `insert into candidates (address_key, company_id, applicant_id, reapply_at) values (?, ?, ?, ?)
    on conflict (address_key, company_id) do update set applicant_id = excluded.applicant_id, reapply_at = excluded.reapply_at
    where candidates.reapply_at <= ?`,
};

const searchOf = (match: string) => `select o.*, c.company_name from (${match}) m
  join openings o on o.id = m.opening_id join companies c on c.id = o.company_id
  where o.company_id = ? order by m.score desc, o.date_posted desc, o.id`;

/** @param prepared true: each statement is parsed and planned once for each connection */
export function postgresWork(pool: pg.Pool, { prepared }: { readonly prepared: boolean }): Work {
  const queries = Object.fromEntries(
    Object.entries({
      ...statements,
      search: searchOf(`select opening_id, ts_rank('{0.1, 0.3, 0.4, 1}', words, ?::tsquery) as score
        from openings_search where words @@ ?::tsquery`),
    }).map(([name, text]) => {
      let at = 0;
      const query = { text: text.replaceAll('?', () => `$${++at}`) };
      return [name, prepared ? { name, ...query } : query];
    }),
  ) as Record<keyof typeof statements | 'search', pg.QueryConfig>;
  return {
    search: async (companyId, word) =>
      (await pool.query(queries.search, [`'${word}':*`, `'${word}':*`, companyId])).rows.length,
    opening: async (id) => (await pool.query(queries.opening, [id])).rows[0],
    async candidate(address, companyId) {
      const { rows } = await pool.query(queries.candidate, [companyId, address, companyId]);
      return rows[0].companies > 0 && rows[0].reapply_at === null;
    },
    async apply(address) {
      const row = applicationRow(address);
      const client = await pool.connect();
      try {
        await client.query('begin');
        await client.query(queries.application, [...Object.values(row), '0']);
        await client.query(queries.candidates, candidateOf(address, row));
        await client.query('commit');
      } finally {
        client.release();
      }
    },
  };
}

const candidateOf = (address: string, { id, applied_at }: ReturnType<typeof applicationRow>) => [
  address,
  '0',
  id,
  '2027-06-01T12:00:00.000Z',
  applied_at,
];

export function sqliteWork(file: string): Work {
  const database = new DatabaseSync(file, { timeout: 5000 });
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  const all = {
    ...statements,
    search: searchOf(`select opening_id, -bm25(openings_search, 0, 10, 4, 3, 1) as score
    from openings_search where openings_search match ?`),
    begin: 'begin immediate',
    commit: 'commit',
  };
  const prepared = Object.fromEntries(
    Object.entries(all).map(([name, text]) => [name, database.prepare(text)]),
  ) as Record<keyof typeof all, ReturnType<DatabaseSync['prepare']>>;
  return {
    search: async (companyId, word) => prepared.search.all(`"${word}" *`, companyId).length,
    opening: async (id) => prepared.opening.get(id),
    async candidate(address, companyId) {
      const row = prepared.candidate.get(companyId, address, companyId);
      return Number(row?.companies) > 0 && row?.reapply_at === null;
    },
    async apply(address) {
      const row = applicationRow(address);
      prepared.begin.run();
      prepared.application.run(...Object.values(row), '0');
      prepared.candidates.run(...candidateOf(address, row));
      prepared.commit.run();
    },
  };
}
