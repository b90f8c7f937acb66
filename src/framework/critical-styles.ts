import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import postcss, { type AtRule, type Container } from 'postcss';

export interface CriticalStyles {
  readonly file: { readonly path: string; readonly css: string };
  /**
   * A page whose inline stylesheet has only the rules that the page's elements can match, without web fonts. The file
   * of all rules, the fonts and the scripts that the page announced are listed for the head script, which requests them
   * after the first paint (src/framework/head-script.ts). A page that has no such stylesheet is returned as it is.
   */
  shorten(html: string): string;
}

/** How many different sets of classes are remembered; a site has about one for each route and state. */
const maxStored = 100;
const styleElement = '<style data-precedence="pages" data-href="pages">';
/** How Waku's bootstrap starts the scripts. React escapes the quotes of texts, so the first match is the bootstrap. */
// linear: the two fixed parts are apart
const startOfScripts = /import\("\/assets\/[^"]+"\)/;
// linear: React writes the attributes
const announcedScript = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
const address = /url\(([^()]+)\)/g;
/** The fonts that every page needs, and that of the naira sign; others are requested when a character needs them. */
const latinFont = /-latin-[\w-]{8}\.woff2$/;
const nairaFont = /-naira-[\w-]{8}\.woff2$/;
const classAttribute = /\sclass="([^"]*)"/g;
const classSelector = /\.(-?[A-Za-z_][\w-]*)/g;
/** Parts of a selector whose classes an element may lack: `:not()`, and `:is()`, of which one choice is enough. */
const optionalParts = /:(?:not|is|where)\((?:[^()]|\([^()]*\))*\)/g;

/** @param css the stylesheet of all pages, as React writes it into the `<style>` of a page's head */
export function createCriticalStyles(css: string): CriticalStyles {
  const hash = createHash('sha256').update(css).digest('base64url').slice(0, 8);
  const path = `/assets/pages-${hash}.css`;
  const urls = Array.from(css.matchAll(address), ([, url = '']) => url);
  const fontsOf = (html: string) =>
    urls.filter((url) => latinFont.test(url) || (nairaFont.test(url) && html.includes('₦')));
  const known = new Set(classesIn(css));
  const critical = new LRUCache<string, string>({
    max: maxStored,
    memoMethod: (classes) => rulesFor(css, new Set(classes.split(' '))),
  });

  return {
    file: { path, css },
    shorten(html) {
      const start = html.indexOf(styleElement + css);
      // The first one: flight data and texts, which may have another, follow in the body.
      const end = html.indexOf('</head>');
      if (start === -1 || end < start) return html;
      const head = html.slice(0, end);
      const scripts = Array.from(head.matchAll(announcedScript), ([, url]) => url);
      const afterPaint = [path, ...fontsOf(html), ...scripts];
      const opening = styleElement.replace('>', ` data-after-paint="${afterPaint.join(' ')}">`);
      const used = classesOf(html).filter((name) => known.has(name));
      const shorter =
        head.slice(0, start) +
        opening +
        critical.memo(used.sort().join(' ')) +
        head.slice(start + styleElement.length + css.length);
      const withoutScript = `<noscript><link rel="stylesheet" href="${path}"></noscript>`;
      const body = html.slice(end).replace(startOfScripts, 'afterPaint.then(()=>$&)');
      return shorter.replaceAll(announcedScript, '') + withoutScript + body;
    },
  };
}

const classesOf = (html: string): string[] => {
  const lists = Array.from(html.matchAll(classAttribute), ([, names = '']) => names);
  return [...new Set(lists.join(' ').split(/\s+/))];
};

const classesIn = (selector: string): string[] =>
  [...selector.matchAll(classSelector)].map(([, name = '']) => name);

/** The part of a stylesheet that elements with the `used` classes can match, in the same order. */
function rulesFor(css: string, used: ReadonlySet<string>): string {
  const root = postcss.parse(css);
  removeUnmatched(root, used);
  root.walkAtRules('font-face', (face) => {
    if (face.toString().includes('url(')) face.remove();
  });
  const names = new Set<string>();
  root.walkDecls(/^(?:-webkit-)?animation/, ({ value }) => {
    for (const name of value.split(/[\s,]+/)) names.add(name);
  });
  root.walkAtRules(/keyframes$/, (rule) => {
    if (!names.has(rule.params)) rule.remove();
  });
  return root.toString();
}

/** Whether two at-rules have the same condition, so that one of them can have the rules of both. */
const isSame = (one: AtRule, other: AtRule): boolean =>
  one.nodes !== undefined && one.name === other.name && one.params === other.params;

function removeUnmatched(container: Container, used: ReadonlySet<string>): void {
  container.each((node) => {
    if (node.type === 'rule') {
      const selectors = node.selectors.filter((selector) =>
        classesIn(selector.replaceAll(optionalParts, '')).every((name) => used.has(name)),
      );
      if (selectors.length === 0) node.remove();
      else if (selectors.length < node.selectors.length) node.selectors = selectors;
    } else if (node.type === 'atrule' && /^(?:media|supports|layer|container)$/.test(node.name)) {
      if (!node.nodes) return;
      removeUnmatched(node, used);
      const previous = node.prev();
      if (node.nodes.length === 0) node.remove();
      else if (previous?.type === 'atrule' && isSame(previous, node)) {
        previous.append(node.nodes);
        node.remove();
      }
    }
  });
}
