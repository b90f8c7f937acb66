import {
  type Database,
  type DatabaseDialect,
  DatabaseUnavailableError,
  type Migrate,
  type Migrations,
  openDatabase,
  UnsupportedDatabaseError,
} from './database.ts';
import type { PostgresLimits } from './postgres.ts';
import { sqliteDialect } from './sqlite.ts';

export interface DatabaseLocation {
  readonly file: string;
  readonly databaseUrl?: string | undefined;
  /** The URL of a direct connection for migrations, if `databaseUrl` is that of a pooler. */
  readonly migrationDatabaseUrl?: string | undefined;
  readonly databaseLimits?: Partial<PostgresLimits> | undefined;
}

export interface DatabaseSchema {
  readonly migrations: (dialect: DatabaseDialect) => Migrations;
  /** The name of the table in PostgreSQL, where programs may share a database. */
  readonly migrationTable: string;
}

export async function openConfiguredDatabase<Tables>(
  { file, databaseUrl, migrationDatabaseUrl, databaseLimits }: DatabaseLocation,
  { migrations, migrationTable }: DatabaseSchema,
  migrate: Migrate = 'always',
): Promise<Database<Tables>> {
  const openWith = (dialect: DatabaseDialect, mode: Migrate) =>
    openDatabase<Tables>(dialect, migrations(dialect), { migrate: mode });
  if (databaseUrl === undefined) return openWith(sqliteDialect(file), migrate);
  // The module is loaded only when it is used, because it takes longer to load than SQLite, which is part of Node.
  const { postgresDialect } = await import('./postgres.ts');
  const openPostgres = (variable: string, url: string, mode: Migrate) =>
    openWith(postgresDialect(url, migrationTable, databaseLimits), mode).catch((error: unknown) => {
      if (!(error instanceof DatabaseUnavailableError && error.isRefused)) throw error;
      throw new UnsupportedDatabaseError(`${variable}: ${error.message}`, { cause: error });
    });
  if (migrationDatabaseUrl !== undefined)
    await (await openPostgres('MIGRATION_DATABASE_URL', migrationDatabaseUrl, migrate)).close();
  return openPostgres('DATABASE_URL', databaseUrl, migrationDatabaseUrl ? 'never' : migrate);
}
