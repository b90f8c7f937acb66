#!/usr/bin/env node
// Plain JavaScript for any Node from 20 on. The rest is TypeScript, which Node 24 runs as it stands: an
// older Node hands over to the one that npm installed with the project.
import { spawn } from 'node:child_process';
import module from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const wanted = 24;

if (Number.parseInt(process.versions.node, 10) >= wanted) {
  // Types are stripped and code compiled once, not at every start.
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  module.enableCompileCache(join(root, 'node_modules', '.cache', 'careers'));
  await import('./main.ts');
} else {
  handOver();
}

function handOver() {
  const program = fileURLToPath(import.meta.url);
  const node = projectNode();
  if (node === undefined) {
    process.stderr.write(
      `careers needs Node ${wanted} and this is ${process.versions.node}: run "npm ci" in ${dirname(dirname(program))}, which brings it.\n`,
    );
    process.exitCode = 1;
    return;
  }
  const child = spawn(node, [program, ...process.argv.slice(2)], { stdio: 'inherit' });
  // This process only waits for what the other makes of a signal. A terminal's Ctrl-C reaches both, so the
  // other gets it twice: commands take two so close together for one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
  });
}

function projectNode() {
  try {
    const require = module.createRequire(import.meta.url);
    const manifest = require.resolve('node/package.json');
    const { bin } = require(manifest);
    return join(dirname(manifest), typeof bin === 'string' ? bin : bin.node);
  } catch {
    return undefined;
  }
}
