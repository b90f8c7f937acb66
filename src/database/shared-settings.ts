import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';

/** A table of values about the data as a whole. Each version ignores the names that it does not know. */
type FactsTable = 'host_facts' | 'site_facts';

/** The secrets that must be the same in all processes on one database, by setting. An absent secret is not compared. */
export type SharedSecrets = Readonly<Record<string, string | undefined>>;

/** The message is for the operator and contains no secret. */
export class SettingDiffersError extends Error {
  override readonly name = 'SettingDiffersError';
  readonly exit = 'invalid';
  constructor(setting: string) {
    super(
      `${setting} of this process is not that of the others on the same database. Set the same, or run \`careers host accept-settings\` where it was changed on purpose.`,
    );
  }
}

export const sharedFact = (setting: string): string => `shared ${setting}`;

/** An HMAC does not reveal the secret. With another label the secrets of two versions would seem to differ. */
const proofOf = (secret: string): string =>
  createHmac('sha256', secret).update('careers shared secret').digest('base64url');

/**
 * Compares secrets with the proofs in the database. @param options.store which proofs are stored first: absent ones
 * (the first of several processes decides), or all @throws SettingDiffersError
 */
export async function requireShared(
  // biome-ignore lint/suspicious/noExplicitAny: both tables have the columns `name` and `value`
  db: Kysely<any>,
  table: FactsTable,
  secrets: SharedSecrets,
  { store = 'none' }: { readonly store?: 'none' | 'absent' | 'all' } = {},
): Promise<void> {
  for (const [setting, secret] of Object.entries(secrets)) {
    if (secret === undefined) continue;
    const [name, value] = [sharedFact(setting), proofOf(secret)];
    if (store !== 'none')
      await db
        .insertInto(table)
        .values({ name, value })
        .onConflict((conflict) =>
          store === 'all' ? conflict.column('name').doUpdateSet({ value }) : conflict.doNothing(),
        )
        .execute();
    const stored = db.selectFrom(table).select('value').where('name', '=', name);
    const found = await stored.executeTakeFirst();
    if (found && found.value !== value) throw new SettingDiffersError(setting);
  }
}
