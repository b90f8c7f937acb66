#!/usr/bin/env node
// JavaScript for Node 20 and later. Runs the bundle that `npm run build` makes (bundle.config.ts), or the TypeScript
// sources if there is no bundle of exactly these sources. An older Node starts the Node 24 that npm installed with
// the project.

const requiredMajor = 24;

if (Number.parseInt(process.versions.node, 10) >= requiredMajor) await run();
else await runWithProjectNode();

async function run() {
  // Not imported, because an import of node:fs loads its streams too: a fifth of the time of an empty process.
  const { createRequire, enableCompileCache } = process.getBuiltinModule('module');
  const root = process.getBuiltinModule('path').dirname(import.meta.dirname);
  enableCompileCache(`${root}/node_modules/.cache/careers`);
  const require = createRequire(import.meta.url);
  if (isBundleUpToDate(root)) require('../dist/cli/main.cjs');
  else await import('./main.ts');
}

/** Compares sizes and times, which takes less than a millisecond. A checkout changes times: then the sources run. */
function isBundleUpToDate(root) {
  const { readFileSync, statSync } = process.getBuiltinModule('fs');
  try {
    const sources = JSON.parse(readFileSync(`${root}/dist/cli/sources.json`, 'utf8'));
    return sources.every(({ path, size, changedAt }) => {
      const source = statSync(`${root}/${path}`);
      return source.size === size && Math.floor(source.mtimeMs / 1000) === changedAt;
    });
  } catch {
    return false;
  }
}

async function runWithProjectNode() {
  const [{ spawn }, { constants }, { fileURLToPath }] = await Promise.all([
    import('node:child_process'),
    import('node:os'),
    import('node:url'),
  ]);
  const program = fileURLToPath(import.meta.url);
  const node = await projectNode();
  if (node === undefined) {
    process.stderr.write(
      `careers requires Node ${requiredMajor}, and this is Node ${process.versions.node}. Run "npm ci" in the project's directory to install it.\n`,
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

async function projectNode() {
  const [{ createRequire }, { dirname, join }] = await Promise.all([
    import('node:module'),
    import('node:path'),
  ]);
  try {
    const require = createRequire(import.meta.url);
    const manifest = require.resolve('node/package.json');
    const { bin } = require(manifest);
    return join(dirname(manifest), typeof bin === 'string' ? bin : bin.node);
  } catch {
    return undefined;
  }
}
