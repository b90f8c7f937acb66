import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { minify } from 'terser';
import { defineConfig } from 'waku/config';

const parts = fileURLToPath(new URL('src/components/editor/jodit-parts.ts', import.meta.url));

/** What the imports of jodit-react resolve to: the parts in use, which include the plugins and the stylesheet. */
const joditParts: Readonly<Record<string, string>> = {
  'jodit/esm/index.js': parts,
  'jodit/esm/plugins/all.js': parts,
  'jodit/es2021/jodit.min.css': parts,
};

const LAYER_ORDER = '@layer reset, tokens, base, components, utilities;';

/** The file and name of each class, by its short name. */
const shortNames = new Map<string, string>();

/**
 * A class name of four characters, made from the file and the name. A page of fifty openings has 1,600 of them.
 * Throws if two are equal.
 */
function shortClassName(name: string, file: string): string {
  const source = `${relative(import.meta.dirname, file.replace(/\?.*/, ''))} ${name}`;
  const digest = createHash('sha256').update(source).digest('base64url');
  const short = digest.replaceAll(/^[-_\d]+|[-_]/g, '').slice(0, 4);
  const other = shortNames.get(short) ?? source;
  if (other !== source) throw new Error(`Rename the class of ${source}: ${other} is ${short} too.`);
  shortNames.set(short, source);
  return short;
}

/** A stylesheet of the pages: not one that loads late, with the editor or the lightbox. */
const isPageStylesheet = (id: string): boolean =>
  /\/src\/.*\.css$/.test(id) && !/\/(?:editor\.css|lightbox-view\.module\.css)$/.test(id);

/**
 * A promise that is fulfilled after the first paint; in a background tab, which is not painted, at once. It requests
 * the files that the page lists (`loadListed` of src/document/head-script.ts). No paint is reported when the tab goes to
 * the background before, hence the time limit.
 */
const afterPaint = `new Promise((resolve) => {
  if (document.hidden) resolve();
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) resolve();
  }).observe({ type: 'paint', buffered: true });
  setTimeout(resolve, 1000);
}).then(() => window.loadListed())`.replaceAll(/\n\s*/g, ' ');

/** The part of the plugin's state that lists the files of each client component. */
interface RscManager {
  readonly buildAssetsManifest: {
    readonly clientEntryDeps: { readonly js: readonly string[] };
    readonly clientReferenceDeps: Readonly<Record<string, { js: string[] }>>;
  };
}
let rscManager: RscManager;

const isEmptyStylesheet = (name: string, css: string): boolean =>
  name.endsWith('.css') && css.replaceAll(/\/\*.*?\*\//g, '').trim() === '';

export default defineConfig({
  vite: {
    // simplelightbox reads the Node-style `global`.
    define: { global: 'globalThis' },
    // Otherwise the dependency optimizer resolves the imports of jodit-react before the plugin below.
    optimizeDeps: { exclude: ['jodit-react'] },
    // Every font, picture and icon is a file: the content security policy allows no data: fonts.
    build: { assetsInlineLimit: 0 },
    environments: {
      client: {
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: [
                  {
                    name: 'main',
                    test: /\/entry\.browser\.js$|client-references\/group\/(?:shared:|facade:src\/pages\/_)|\/src\/(?:components\/(?:form|dialog|overlay|alert|forgotten|captcha\/captcha-slot)|domain\/(?!rules\/file-content))/,
                  },
                ],
              },
            },
          },
        },
      },
    },
    plugins: [
      {
        name: 'short-class-names',
        apply: 'build',
        config: () => ({ css: { modules: { generateScopedName: shortClassName } } }),
      },
      {
        // jodit-react imports the whole of Jodit: 181 kB compressed instead of 92.
        name: 'jodit-parts',
        enforce: 'pre',
        resolveId: (id, importer) =>
          importer?.includes('/node_modules/jodit-react/') ? joditParts[id] : null,
      },
      {
        // The order of cascade layers is that of their first occurrence, and the first stylesheet differs from page
        // to page. So every stylesheet begins with the order.
        name: 'layer-order',
        enforce: 'pre',
        transform: (code, id) =>
          /\/src\/.*\.css($|\?)/.test(id) ? { code: `${LAYER_ORDER}\n${code}`, map: null } : null,
      },
      {
        // The stylesheet of the pages is inline (src/document/page-styles.client.tsx), so their chunks need only the
        // class names. `transform` runs between Vite's compilation of a stylesheet and the collection for a chunk.
        name: 'page-styles',
        apply: 'build',
        transform: (_, id) => (isPageStylesheet(id) ? { code: '', map: null } : null),
        generateBundle: {
          // Before Vite lists the stylesheets that an import() has to load.
          order: 'pre',
          handler(_, bundle) {
            for (const [name, file] of Object.entries(bundle)) {
              if (file.type !== 'asset' || !isEmptyStylesheet(name, String(file.source))) continue;
              delete bundle[name];
              for (const chunk of Object.values(bundle))
                if (chunk.type === 'chunk') chunk.viteMetadata?.importedCss.delete(name);
            }
          },
        },
      },
      {
        // With terser the script of a first visit is 1 kB smaller, compressed, than with Vite's minifier alone; that of
        // the editor and the map is not.
        name: 'minify-first-visit',
        apply: 'build',
        applyToEnvironment: ({ name }) => name === 'client',
        async renderChunk(code, { name }) {
          if (/^(?:editor-field|map-engine)$/.test(name)) return null;
          const { code: small = code } = await minify(code, { ecma: 2020, module: true });
          return { code: small, map: null };
        },
      },
      {
        // Scripts are requested after the first paint, so that they do not compete with it for the connection. Waku
        // starts them with an import() at the end of the page, and React announces them in its head.
        name: 'scripts-after-paint',
        apply: 'build',
        configResolved(config) {
          rscManager = config.plugins.find(({ name }) => name === 'rsc:minimal')?.api.manager;
        },
        transform(code, id) {
          if (!id.endsWith('/waku/dist/lib/utils/ssr.js')) return null;
          const start = '`import($' + '{JSON.stringify(entryUrl)})`';
          if (!code.includes(start)) this.error(`${id} does not contain ${start}`);
          return {
            code: code.replace(
              start,
              `${JSON.stringify(`${afterPaint}.then(() => `)} + ${start} + ')'`,
            ),
            map: null,
          };
        },
        writeBundle() {
          if (this.environment.name !== 'client') return;
          const { clientEntryDeps, clientReferenceDeps } = rscManager.buildAssetsManifest;
          for (const deps of Object.values(clientReferenceDeps))
            deps.js = deps.js.filter((url) => !clientEntryDeps.js.includes(url));
        },
      },
    ],
  },
});
