import { readFile } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';

type AnyDatabase = Kysely<unknown>;

const shadow = /_(?:config|content|data|docsize|idx)$/;

/** Returns the tables, columns, keys, checks and indexes of a database of SQLite, one a line. */
export async function describeSqlite(db: AnyDatabase): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_schema
    where type = 'table' and name not like 'kysely_%' and name not like 'sqlite_%'`.execute(db);
  const lines: string[] = [];
  // Those of SQLite for its full-text index are its own.
  for (const { name: table, sql: statement } of tables.filter(({ name }) => !shadow.test(name))) {
    const line = async (kind: string, found: Promise<{ rows: readonly unknown[] }>) => {
      for (const row of (await found).rows)
        lines.push([table, kind, ...Object.values(Object(row))].join(' '));
    };
    const [check] = /\bcheck \(.*?\)\)/i.exec(statement) ?? [];
    const [virtual] = /^create virtual .*/is.exec(statement) ?? [];
    for (const text of [check, virtual])
      if (text !== undefined) lines.push(`${table} ${text.replaceAll(/\s+/g, ' ')}`);
    await line(
      'column',
      sql`select cid, name, type, "notnull", dflt_value, pk
      from pragma_table_xinfo(${table})`.execute(db),
    );
    await line(
      'reference',
      sql`select "table", "from", "to", on_delete
      from pragma_foreign_key_list(${table})`.execute(db),
    );
    await line(
      'index',
      sql`select list.name, list."unique", list.origin, list.partial,
        group_concat(info.name) as columns, (select sql from sqlite_schema where name = list.name) as text
      from pragma_index_list(${table}) as list, pragma_index_info(list.name) as info
      group by list.name`.execute(db),
    );
  }
  return lines.map((line) => line.replaceAll('"', '').replaceAll(/\s+/g, ' ').trimEnd()).toSorted();
}

/** Returns the same of a database of PostgreSQL. */
export async function describePostgres(db: AnyDatabase): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', table_name, 'column', row_number() over (partition by table_name order by ordinal_position),
      column_name, data_type, is_nullable, column_default) as line
    from information_schema.columns where table_schema = 'public' and table_name not like '%_migrations'
    union all select indexdef from pg_indexes
    where schemaname = 'public' and tablename not like '%_migrations'
    union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'n' and conrelid::regclass::text not like '%_migrations'
    union all select concat_ws(' ', relname, reloptions) from pg_class
    where relnamespace = 'public'::regnamespace and reloptions is not null`.execute(db);
  return rows.map(({ line }) => line).toSorted();
}

/** Returns the lines of a schema as the version of November 2026 made it, migration by migration. */
export const schemaOfNovember = async (name: string): Promise<string[]> =>
  (await readFile(new URL(`november-2026/${name}.txt`, import.meta.url), 'utf8'))
    .trimEnd()
    .split('\n');
