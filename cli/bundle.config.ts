/**
 * Vite's configuration for the bundles of the command line, dist/cli, and of the API host with its commands, dist/host
 * (decision 018). `npm run build` makes them; cli/careers.js and cli/server/start.ts run them.
 */
import { statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EnvironmentOptions, Plugin, UserConfig } from 'vite';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Writes dist/cli/sources.json: path, size and modification time (in seconds, which survive a copy) of each source of the
 * bundles, and of the files that fix the versions of the packages. Writes none if a source has changed since the second in
 * which the build began, so that each later change has another time.
 */
function recordSources(): Plugin {
  const startedAt = Math.floor(Date.now() / 1000);
  const paths = new Set(['cli/bundle.config.ts', 'package.json', 'package-lock.json']);
  return {
    name: 'record-sources',
    // One plugin for both environments.
    sharedDuringBuild: true,
    generateBundle() {
      for (const id of this.getModuleIds()) {
        const path = relative(root, id);
        if (/^(cli|src)\/.*\.ts$/.test(path)) paths.add(path);
      }
      if (this.environment.name !== 'cli') return;
      const sources = [...paths].map((path) => {
        const { size, mtimeMs } = statSync(join(root, path));
        return { path, size, changedAt: Math.floor(mtimeMs / 1000) };
      });
      if (sources.some(({ changedAt }) => changedAt >= startedAt)) return;
      this.emitFile({
        type: 'asset',
        fileName: 'sources.json',
        source: JSON.stringify(sources),
      });
    },
  };
}

/** Commander loads node:child_process for commands that are separate programs, which this command line has none of. */
function withoutChildProcess(): Plugin {
  const id = 'node:child_process';
  return {
    name: 'without-child-process',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === id && importer?.includes('/commander/') ? `\0${id}` : undefined,
    load: (module) => (module === `\0${id}` ? 'export default {};' : undefined),
  };
}

/** An environment of Vite whose build is CommonJS for Node, with the packages. */
const forNode = (
  input: Readonly<Record<string, string>>,
  outDir: string,
  external: Readonly<Record<string, string>>,
): EnvironmentOptions => ({
  consumer: 'server',
  resolve: { noExternal: true },
  build: {
    ssr: true,
    outDir,
    target: 'node24',
    rolldownOptions: {
      input,
      external: Object.keys(external),
      output: {
        format: 'cjs',
        entryFileNames: '[name].cjs',
        chunkFileNames: '[name].cjs',
        paths: external,
      },
    },
  },
});

export default {
  root,
  logLevel: 'warn',
  publicDir: false,
  plugins: [withoutChildProcess(), recordSources()],
  environments: {
    host: forNode(
      { 'api-host': 'src/api-host/main.ts', commands: 'cli/host/commands.ts' },
      'dist/host',
      {},
    ),
    // `start` runs from its sources: it builds the site from them.
    cli: forNode({ main: 'cli/main.ts' }, 'dist/cli', {
      '#cli/server/start.ts': '#cli/server/start.ts',
      '#cli/host/commands.ts': '../host/commands.cjs',
    }),
  },
  builder: {
    async buildApp({ environments, build }) {
      for (const environment of [environments.host, environments.cli])
        if (environment) await build(environment);
    },
  },
} satisfies UserConfig;
