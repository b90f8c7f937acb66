#!/usr/bin/env node
// JavaScript for Node 20 and later. The other files are TypeScript, which Node 24 runs without a build. An
// older Node starts the Node 24 that npm installed with the project.
import { spawn } from 'node:child_process';
import module from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const requiredMajor = 24;

if (Number.parseInt(process.versions.node, 10) >= requiredMajor) {
  // Caches the compiled code between starts.
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  module.enableCompileCache(join(root, 'node_modules', '.cache', 'careers'));
  await import('./main.ts');
} else {
  runWithProjectNode();
}

function runWithProjectNode() {
  const program = fileURLToPath(import.meta.url);
  const node = projectNode();
  if (node === undefined) {
    process.stderr.write(
      `careers requires Node ${requiredMajor}, and this is Node ${process.versions.node}. Run "npm ci" in ${dirname(dirname(program))} to install it.\n`,
    );
    process.exitCode = 1;
    return;
  }
  const child = spawn(node, [program, ...process.argv.slice(2)], { stdio: 'inherit' });
  // Forwards signals and waits for the child. The child receives a terminal's Ctrl-C twice; commands treat two
  // signals within a short time as one.
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
