import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import {
  ImportError,
  importOpenings,
  importOpeningsAtOnce,
  parseOpenings,
} from '#src/api-host/admin/import-openings.ts';
import { prepareDataDir } from '#src/config/data-dir.ts';
import { readHostSettings } from '#src/config/settings.ts';
import { parseJson } from '#src/domain/model/json.ts';
import type { Context } from '../context.ts';
import { CommandError, exitCodes } from '../exit-codes.ts';
import { lockImport } from '../server/data-dir-lock.ts';
import { withHostData } from './host-data.ts';

export function defineHostImport(host: Command, context: Context): void {
  host
    .command('import')
    .description(
      'add openings from a JSON file in the shape the API sends, or replace those with the same id',
    )
    .argument('<openings.json>', 'a list of openings with their companies')
    .option('--json', 'print one JSON document on stdout')
    .action(async (path: string, { json }: { readonly json?: boolean }) => {
      try {
        const openings = parseOpenings(await readJson(path));
        const { dataDir, databaseUrl } = readHostSettings(context.env);
        prepareDataDir(dataDir);
        // PostgreSQL excludes an import that runs on another machine too.
        const lock = databaseUrl === undefined ? lockImport(dataDir) : undefined;
        const work = lock ? importOpenings : importOpeningsAtOnce;
        const done = await withHostData(
          context,
          ({ database }) => work(database, openings, new Date()),
          { create: true },
        ).finally(() => lock?.release());
        context.print(
          json,
          done,
          () =>
            `${done.added} openings added, ${done.replaced} replaced, of ${done.companies} companies.\n`,
        );
      } catch (error) {
        if (!(error instanceof ImportError)) throw error;
        const problems = error.problems.map((problem) => `${path}: ${problem}`);
        throw new CommandError(exitCodes.invalid, problems.join('\n'), error);
      }
    });
}

async function readJson(path: string): Promise<unknown> {
  try {
    return parseJson(await readFile(path, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(
      exitCodes.invalid,
      `${path} could not be read as JSON: ${reason}`,
      error,
    );
  }
}
