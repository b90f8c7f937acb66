import { defineConfig } from 'waku/config';

export default defineConfig({
  vite: {
    // simplelightbox reads the Node-style `global`.
    define: { global: 'globalThis' },
  },
});
