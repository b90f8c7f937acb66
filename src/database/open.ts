import {
  type Database,
  type DatabaseDialect,
  type Migrate,
  type Migrations,
  openDatabase,
} from './database.ts';
import type { PostgresLimits } from './postgres.ts';
import { sqliteDialect } from './sqlite.ts';

export interface DatabaseLocation {
  /** SQLite: a path, or ':memory:'. */
  readonly file: string;
  /** PostgreSQL instead. */
  readonly databaseUrl?: string | undefined;
  /** A direct connection for migrations, beside a pooler. */
  readonly migrationDatabaseUrl?: string | undefined;
  readonly databaseLimits?: Partial<PostgresLimits> | undefined;
}

export interface DatabaseSchema {
  readonly migrations: (dialect: DatabaseDialect) => Migrations;
  /** In PostgreSQL, where programs may share a database. */
  readonly migrationTable: string;
}

/** Opens the database that the settings name: see `openDatabase`. */
export async function openConfiguredDatabase<Tables>(
  { file, databaseUrl, migrationDatabaseUrl, databaseLimits }: DatabaseLocation,
  { migrations, migrationTable }: DatabaseSchema,
  migrate: Migrate = 'always',
): Promise<Database<Tables>> {
  const open = (dialect: DatabaseDialect, how: Migrate) =>
    openDatabase<Tables>(dialect, migrations(dialect), { migrate: how });
  if (databaseUrl === undefined) return open(sqliteDialect(file), migrate);
  // Loaded only where it is used: it takes longer than SQLite, which is part of Node.
  const { postgresDialect } = await import('./postgres.ts');
  const at = (url: string, how: Migrate) =>
    open(postgresDialect(url, migrationTable, databaseLimits), how);
  if (migrationDatabaseUrl === undefined) return at(databaseUrl, migrate);
  await (await at(migrationDatabaseUrl, migrate)).close();
  return at(databaseUrl, 'never');
}
