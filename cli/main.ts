import process from 'node:process';
import { processContext, watchOutput } from './context.ts';
import { runProgram } from './program.ts';

/** Commands that exit explicitly, because a library may keep the event loop alive after they stop. */
const servers: readonly (string | undefined)[] = ['start'];

watchOutput();
const args = process.argv.slice(2);
runProgram(args, processContext).then(() => servers.includes(args[0]) && process.exit());
