import { fileURLToPath } from 'node:url';
import { defineConfig } from 'waku/config';

const parts = fileURLToPath(new URL('src/components/editor/jodit-parts.ts', import.meta.url));

/** What the imports of jodit-react resolve to: the parts in use, which include the plugins and the stylesheet. */
const joditParts: Readonly<Record<string, string>> = {
  'jodit/esm/index.js': parts,
  'jodit/esm/plugins/all.js': parts,
  'jodit/es2021/jodit.min.css': parts,
};

const LAYER_ORDER = '@layer reset, tokens, base, components, utilities;';

export default defineConfig({
  vite: {
    // simplelightbox reads the Node-style `global`.
    define: { global: 'globalThis' },
    // Otherwise the dependency optimizer resolves the imports of jodit-react before the plugin below.
    optimizeDeps: { exclude: ['jodit-react'] },
    environments: {
      client: {
        // One chunk for what several client components share, instead of one small chunk for each set of
        // sharers: home loads 10 scripts of 103 kB instead of 17 of 109.
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: [
                  { name: 'shared', test: /\/src\/(components|domain)\//, minShareCount: 2 },
                ],
              },
            },
          },
        },
      },
    },
    plugins: [
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
    ],
  },
});
