import process from 'node:process';
import { processContext, watchOutput } from './context.ts';
import { stopWithParents } from './parent-processes.ts';
import { runProgram } from './program.ts';

const args = process.argv.slice(2);
const isSite = args[0] === 'start';
watchOutput({ isServer: isSite || (args[0] === 'host' && args.length === 1) });
stopWithParents({ isSite });
await runProgram(args, processContext);
// A library may keep the event loop of the site alive after it has stopped.
if (isSite) process.exit();
