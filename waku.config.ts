import process from 'node:process';
import { defineConfig } from 'waku/config';
// Waku runs the built server at the end of a build.
import '#src/config/site.ts';
import { inlinePageStyles, joditParts, layerOrder } from '#src/framework/build-plugins.ts';
import { withoutSiteFiles } from './cli/bundle.config.ts';

/** The scripts of a first visit in one file. The alerts form has a page; checks of files and of addresses are loaded later. */
const firstVisit = [
  /\/entry\.browser\.js$/,
  /\/node_modules\/zustand\//,
  /client-references\/group\/shared:(?!src\/features\/alerts)/,
  /client-references\/group\/facade:src\/pages\/_(?!components\/accepted)/,
  /\/src\/features\/openings\/search\/live-search/,
  /\/src\/components\/(?:form|dialog|overlay|alert)/,
  /\/src\/browser\/(?:forgotten|machine|application-records|submission-status)/,
  /\/src\/domain\/(?!api\/|rules\/(?:documents\/file-|forms\/email-|text\/edit-))/,
];

/** The form of the page of an opening in one file. */
const applicationPage = /src\/(?:features\/application\/|pages\/_components\/accepted)/;

export default defineConfig({
  // A new folder for each build: cli/server/build.ts.
  distDir: process.env.BUILD_FOLDER ?? 'dist',
  vite: {
    define: {
      // simplelightbox reads the Node-style `global`.
      global: 'globalThis',
    },
    // React's build for Node encodes a page in parts of 4 kB, that for the edge each string by itself.
    resolve: { alias: { 'react-dom/server.edge': 'react-dom/server.node' } },
    // Otherwise the dependency optimizer resolves the imports of jodit-react before the plugin below.
    optimizeDeps: { exclude: ['jodit-react'] },
    // Every font, picture and icon is a file: the content security policy allows no data: fonts.
    // Nobody reads the compressed sizes that Vite prints: to compute them takes a seventh of the processor time of a build.
    build: { assetsInlineLimit: 0, reportCompressedSize: false },
    environments: {
      client: {
        // With an id in the browser, Waku reloads the page after a server function of another build, and its result would be
        // lost. The server has the id: with it Waku's script reloads a page once whose script cannot be loaded.
        define: { 'import.meta.env.WAKU_BUILD_ID': '""' },
        build: {
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: [
                  { name: 'main', test: (id) => firstVisit.some((pattern) => pattern.test(id)) },
                  { name: 'application', test: applicationPage },
                ],
              },
            },
          },
        },
      },
    },
    plugins: [joditParts(), withoutSiteFiles(), layerOrder(), inlinePageStyles()],
  },
});
