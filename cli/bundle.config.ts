/**
 * Vite's configuration for the bundle of the command line, dist/cli (decision 018). `npm run build` makes it and
 * cli/careers.js runs it.
 */
import { statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin, UserConfig } from 'vite';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** `start` and `host` run from their sources: they start processes from them and read files beside them. */
const notBundled = ['#cli/server/start.ts', '#cli/host/commands.ts'];

/**
 * Writes sources.json: path, size and modification time (in seconds, which survive a copy) of each source, and of the
 * files that fix the versions of the packages. Writes none if a source has changed since the second in which the build
 * began, so that each later change has another time.
 */
function recordSources(): Plugin {
  const startedAt = Math.floor(Date.now() / 1000);
  return {
    name: 'record-sources',
    generateBundle() {
      const modules = [...this.getModuleIds()]
        .map((id) => relative(root, id))
        .filter((path) => /^(cli|src)\//.test(path));
      const others = ['cli/bundle.config.ts', 'package.json', 'package-lock.json'];
      const sources = [...new Set([...modules, ...others])].map((path) => {
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

export default {
  root,
  logLevel: 'warn',
  publicDir: false,
  plugins: [withoutChildProcess(), recordSources()],
  build: {
    ssr: 'cli/main.ts',
    outDir: 'dist/cli',
    target: 'node24',
    rolldownOptions: {
      external: notBundled,
      output: { format: 'cjs', entryFileNames: 'main.cjs', chunkFileNames: '[name].cjs' },
    },
  },
  ssr: { noExternal: true },
} satisfies UserConfig;
