import type { Command } from 'commander';
import { hostSecrets, openDocumentStore } from '#src/api-host/data.ts';
import { acceptStore } from '#src/api-host/documents/store-id.ts';
import { requireShared } from '#src/database/shared-settings.ts';
import { withSubmissions } from '#src/submissions/with-submissions.ts';
import type { Context } from '../context.ts';
import { withHostData } from './host-data.ts';

export function defineHostAcceptSettings(host: Command, context: Context): void {
  host
    .command('accept-settings')
    .description(
      'after a change on purpose: SESSION_SECRET, API_HOST_SECRET and DOCUMENTS_URL, as they are set here, are those that every site and host must have',
    )
    .action(async () => {
      await withHostData(context, async ({ database: { db } }, settings) => {
        await acceptStore(db, await openDocumentStore(settings));
        await requireShared(db, 'host_facts', hostSecrets(settings), { store: 'all' });
        await withSubmissions(settings, true, (site) => site.compareSecret('all'), undefined);
      });
      context.stdout.write('These settings are now those of the installation.\n');
    });
}
