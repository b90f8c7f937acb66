/** Vite plugins of the build; waku.config.ts lists them. They run in Node, which strips the types. */
import { hash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const editorParts = fileURLToPath(new URL('../components/editor/jodit-parts.ts', import.meta.url));

/** The imports of jodit-react resolve to the parts in use, which include the plugins and the stylesheet. */
const joditImports = new Set([
  'jodit/esm/index.js',
  'jodit/esm/plugins/all.js',
  'jodit/es2021/jodit.min.css',
]);

/** jodit-react imports the whole of Jodit: 181 kB compressed instead of 92. */
export const joditParts = (): Plugin => ({
  name: 'jodit-parts',
  enforce: 'pre',
  resolveId: (id, importer) =>
    joditImports.has(id) && importer?.includes('/node_modules/jodit-react/') ? editorParts : null,
});

/**
 * The order of cascade layers is that of their first occurrence, and the first stylesheet differs from page to page. So
 * every stylesheet begins with the order.
 */
export const layerOrder = (): Plugin => ({
  name: 'layer-order',
  enforce: 'pre',
  transform: (code, id) =>
    // linear: the path of a source
    /\/src\/.*\.css($|\?)/.test(id)
      ? { code: `@layer reset, tokens, base, components, utilities;\n${code}`, map: null }
      : null,
});

/** The editor's and the lightbox's stylesheets load late, so they are not inline. */
const isPageStylesheet = (id: string): boolean =>
  // linear: the path of a source
  /\/src\/.*\.css$/.test(id) && !/\/(?:editor\.css|lightbox-view\.module\.css)$/.test(id);

const isEmptyStylesheet = (name: string, css: string): boolean =>
  // linear: a stylesheet of the build
  name.endsWith('.css') && css.replaceAll(/\/\*.*?\*\//g, '').trim() === '';

const classOfName = new Map<string, string>();

/**
 * The name depends on the file and the class only, because a page may show results of searches from the next build. The
 * folder of the project, the query of the import and other classes have no effect. With 400 classes, one new class in
 * 700 gets the name of another class; the later of the two then gets a longer name.
 */
export function shortName(name: string, file: string): string {
  const [path] = file.slice(file.lastIndexOf('/src/')).split('?');
  const className = `${path} ${name}`;
  const digest = hash('sha256', className, 'base64url');
  for (let length = 3; ; length += 1) {
    const short = `_${digest.slice(0, length)}`;
    const other = classOfName.get(short) ?? className;
    if (other !== className) continue;
    classOfName.set(short, className);
    return short;
  }
}

/**
 * The stylesheet of the pages is inline (first-paint.ts), so their chunks need only the class names. `transform` runs
 * between Vite's compilation of a stylesheet and the collection for a chunk.
 */
export const inlinePageStyles = (): Plugin => ({
  name: 'inline-page-styles',
  apply: 'build',
  // With Vite's names, which contain the class and the line, home is 30 kB longer.
  config: () => ({ css: { modules: { generateScopedName: shortName } } }),
  transform: (_, id) => (isPageStylesheet(id) ? { code: '', map: null } : null),
  generateBundle: {
    // The hook runs before Vite lists the stylesheets that an import() has to load.
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
});
