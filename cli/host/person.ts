import { extname } from 'node:path';
import type { Command } from 'commander';
import { isFileFormat } from '#src/api-host/admin/export-applications.ts';
import { exportPerson } from '#src/api-host/admin/export-person.ts';
import { CommandError } from '#src/domain/model/exit-codes.ts';
import { counted } from '#src/domain/rules/text/text.ts';
import { withSubmissions } from '#src/submissions/with-submissions.ts';
import { type Context, orInterrupted } from '../context.ts';
import { writeFailure } from '../errors.ts';
import { addJsonFlag, type JsonOption, print } from '../output/json-options.ts';
import { plain } from '../output/terminal.ts';
import { noteOmitted } from './applications.ts';
import { logAccess, noteHiddenSubmissions, nothingOfAddress, withHostData } from './host-data.ts';

interface PersonOptions extends JsonOption {
  readonly export: string;
  readonly withHeld?: boolean;
}

export function defineHostPerson(host: Command, context: Context): void {
  addJsonFlag(host.command('person'))
    .description('export everything that came from an email address, with the documents')
    .argument('<email>', 'the address that the person gave')
    .requiredOption(
      '--export <directory>',
      'required: a new directory, or one with an earlier export',
    )
    .option(
      '--with-held',
      'also documents whose malware scan found something, failed or is not done',
    )
    .addHelpText(
      'after',
      "\nperson.json has the applications, contact messages, mail, alerts and the site's submissions.\nTo erase all of it: careers host erase --address.",
    )
    .action(async (email: string, { export: target, withHeld, json }: PersonOptions) => {
      if (isFileFormat(extname(target).toLowerCase()))
        throw new CommandError('usage', `${target} must be a directory`);
      const { exported, submissions } = await withHostData(
        context,
        async (data, opened) => {
          const ofSite = await withSubmissions(
            opened,
            true,
            (site) => site.findByAddress(email),
            [],
          );
          if (ofSite === undefined) noteHiddenSubmissions(context);
          const result = await orInterrupted(context, 'Nothing was written.', (signal) => {
            const options = { submissions: ofSite ?? [], withHeld, signal };
            return exportPerson(data, email, target, options).catch(writeFailure(target));
          });
          return { exported: result, submissions: ofSite };
        },
        { documents: true },
      );
      if (!exported) throw nothingOfAddress();
      noteOmitted(context, exported);
      const { applications, documents, messages, alerts } = exported;
      const counts = {
        applications,
        documents,
        messages,
        alerts,
        submissions: submissions?.length ?? null,
      };
      logAccess(context, { event: 'person-exported', ...counts });
      print(
        context,
        json,
        { exported_to: target, ...counts, missing: exported.missing, held: exported.held },
        () =>
          `${counted(applications, 'application')}, ${counted(documents, 'document')}, ${counted(messages, 'contact message')}, ${counted(alerts, 'alert')} and ${counted(counts.submissions ?? 0, 'submission')} of the site written to ${plain(target)}.\n`,
      );
    });
}
