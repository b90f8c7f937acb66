import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ComponentType } from 'react';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { build, type InlineConfig, type Manifest, type Plugin } from 'vite';

/** A component built like the site: HTML from the server, modules and styles for the browser. */
export interface Bundle {
  readonly html: string;
  /** URLs of the first load; every other file in `directory` is loaded lazily. */
  readonly script: string;
  readonly styles: readonly string[];
  readonly directory: string;
  remove(): Promise<void>;
}

const root = resolve(import.meta.dirname, '../../..');
const entryId = '\0component-page';

/** The browser's entry: hydrates the server's HTML like Waku. */
function hydrateEntry(fixture: string): Plugin {
  return {
    name: 'component-page',
    resolveId: (id) => (id === 'component-page' ? entryId : null),
    load: (id) =>
      id === entryId
        ? `import '/src/styles/index.css';
           import { createElement } from 'react';
           import { hydrateRoot } from 'react-dom/client';
           import { Fixture } from ${JSON.stringify(fixture)};
           hydrateRoot(document.getElementById('root'), createElement(Fixture));`
        : null,
  };
}

const shared = {
  root,
  configFile: false,
  logLevel: 'error',
  define: { global: 'globalThis', 'process.env.NODE_ENV': '"production"' },
} satisfies InlineConfig;

/**
 * Builds a fixture (a module exporting `Fixture`, a component without props) for server and browser.
 * @param fixture absolute path of the module
 */
export async function bundleComponent(fixture: string): Promise<Bundle> {
  const directory = await mkdtemp(join(tmpdir(), 'component-page-'));
  const client = join(directory, 'client');
  // Inside the project, so that the server's build finds react in node_modules.
  const server = await mkdtemp(join(root, 'node_modules/.component-page-'));
  const noWarnings = { onwarn: () => {} };
  await build({
    ...shared,
    plugins: [hydrateEntry(fixture)],
    build: {
      outDir: client,
      manifest: true,
      copyPublicDir: false,
      rollupOptions: { input: 'component-page', ...noWarnings },
    },
  });
  await build({
    ...shared,
    build: {
      ssr: true,
      outDir: server,
      copyPublicDir: false,
      rollupOptions: { input: fixture, output: { entryFileNames: 'fixture.mjs' }, ...noWarnings },
    },
  });
  const manifest = JSON.parse(
    await readFile(join(client, '.vite/manifest.json'), 'utf8'),
  ) as Manifest;
  const entry = Object.values(manifest).find((chunk) => chunk.isEntry);
  if (!entry) throw new Error(`No entry was built for ${fixture}`);
  const { Fixture } = (await import(pathToFileURL(join(server, 'fixture.mjs')).href)) as {
    Fixture: ComponentType;
  };
  await rm(server, { recursive: true });
  const styles = new Set<string>();
  const collect = (key: Manifest[string]) => {
    for (const style of key.css ?? []) styles.add(style);
    for (const imported of key.imports ?? []) {
      const next = manifest[imported];
      if (next) collect(next);
    }
  };
  collect(entry);
  return {
    html: renderToString(createElement(Fixture)),
    script: `/${entry.file}`,
    styles: [...styles].map((style) => `/${style}`),
    directory: client,
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}
