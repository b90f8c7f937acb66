import type { Command } from 'commander';
import { CommandError } from '#src/domain/model/exit-codes.ts';
import { errorMessage } from '#src/http/describe-error.ts';
import { addHostOptions, type ConnectionOptions, withClient } from '../connection.ts';
import type { Context } from '../context.ts';
import { exitOfCommand } from '../errors.ts';
import { print } from '../output/json-options.ts';
import { plain } from '../output/terminal.ts';

export function addContactCommand(program: Command, context: Context): void {
  const command = program
    .command('contact')
    .description('send one contact message')
    .argument(
      '<fixture>',
      'JSON file, or - for standard input, with firstname, lastname, email and msg; phone and subject are optional',
    );
  addHostOptions(command, ['fixture', 'outcome', 'message']).action(
    async (fixture: string, options: ConnectionOptions) => {
      const message = await readMessage(fixture, context);
      const signal = context.abortOnSignal();
      const { messages } = await import('#src/domain/model/messages.ts');
      const response = await withClient(options, context, (client) =>
        client.sendContactMessage(message, { signal }).catch((error: unknown) => {
          throw new CommandError(exitOfCommand(error, { write: true }), errorMessage(error), error);
        }),
      );
      const text = response.message === '' ? messages.messageSent : response.message;
      const result = { fixture, outcome: 'accepted', message: text };
      print(context, options.json, result, () => `${plain(text)}\n`);
    },
  );
}

async function readMessage(fixture: string, { readStdin }: Context) {
  const { problemsText, readContactFixture } = await import('../fixtures.ts');
  const { value, problems } = await readContactFixture(fixture, readStdin);
  if (value && problems.length === 0) return value;
  throw new CommandError('invalid', `${fixture}: ${problemsText(problems)}`);
}
