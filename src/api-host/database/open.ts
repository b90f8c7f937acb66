import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Engine, HostDatabase } from './engine.ts';
import { migrations } from './migrations.ts';
import type { Tables } from './schema.ts';

/**
 * Opens the database and brings its tables up to date, all migrations in one transaction.
 * @throws what the first failing migration threw; nothing of any has then happened
 */
export async function openDatabase(engine: Engine): Promise<HostDatabase> {
  const db = new Kysely<Tables>({ dialect: engine.dialect });
  try {
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => ({ ...migrations, ...engine.migrations }) },
    });
    const { error } = await migrator.migrateToLatest();
    if (error !== undefined) throw error;
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}
