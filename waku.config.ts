import { defineConfig } from 'waku/config';

const LAYER_ORDER = '@layer reset, tokens, base, components, utilities;';

export default defineConfig({
  vite: {
    // simplelightbox reads the Node-style `global`.
    define: { global: 'globalThis' },
    plugins: [
      {
        // A browser fixes the order of cascade layers as it meets them, and which stylesheet comes
        // first differs from page to page: so each of ours begins by saying the order.
        name: 'layer-order',
        enforce: 'pre',
        transform: (code, id) =>
          /\/src\/.*\.css($|\?)/.test(id) ? { code: `${LAYER_ORDER}\n${code}`, map: null } : null,
      },
    ],
  },
});
