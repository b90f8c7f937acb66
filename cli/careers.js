#!/usr/bin/env node
// This file is JavaScript for Node 20 and later: an older Node starts the Node 24 that npm installed with the project.

const requiredMajor = 24;
/**
 * These flags limit the memory and the pauses of a site under load (docs/performance.md). V8 and glibc read them only
 * when a process starts.
 */
const siteFlags = [
  '--min-semi-space-size=16',
  '--max-semi-space-size=16',
  '--heap-growing-percent=40',
  '--no-allocation-site-pretenuring',
  '--v8-pool-size=0',
];
/** By default glibc creates eight arenas for each processor, and keeps in each what its threads have freed. */
const siteMemory = { MALLOC_ARENA_MAX: '2' };

if (Number.parseInt(process.versions.node, 10) >= requiredMajor) await run();
else await runWithProjectNode();

async function run() {
  const cache = `${import.meta.dirname}/../node_modules/.cache/careers`;
  const { execPath, execArgv, argv, platform } = process;
  const main = mainFile();
  if (argv[2] === 'start' && platform !== 'win32') {
    // `execve` replaces this process: signals reach the site, and no second process waits for it.
    process.execve(execPath, [execPath, ...execArgv, ...siteFlags, main, ...argv.slice(2)], {
      ...siteMemory,
      ...process.env,
      NODE_COMPILE_CACHE: cache,
    });
  }
  process.getBuiltinModule('module').enableCompileCache(cache);
  await import(main);
}

/** Returns the source, or the file that scripts/prepack.ts has made from it: an installed package has no sources. */
function mainFile() {
  const { existsSync } = process.getBuiltinModule('fs');
  const source = `${import.meta.dirname}/main.ts`;
  return existsSync(source) ? source : `${import.meta.dirname}/../packaged/cli/main.js`;
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
  const env = { ...process.env, CAREERS_LAUNCHER: `${process.pid}` };
  const child = spawn(node, [program, ...process.argv.slice(2)], { stdio: 'inherit', env });
  // The parent forwards signals and waits for the child. The child receives a terminal's Ctrl-C twice; commands treat two
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
