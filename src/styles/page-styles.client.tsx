'use client';

/**
 * The stylesheets of all pages, without those that load late. The browser's bundle does not contain them. Of two rules
 * with the same specificity the later one applies: features after components, the editor after the form.
 */
const sheets: readonly Readonly<Record<string, string>>[] = import.meta.env.SSR
  ? [
      import.meta.glob(
        [
          './index.css',
          '../components/**/*.module.css',
          '!../components/{editor,lightbox}/*.module.css',
        ],
        { eager: true, import: 'default', query: '?inline' },
      ),
      import.meta.glob(['../components/editor/*.module.css', '../features/**/*.module.css'], {
        eager: true,
        import: 'default',
        query: '?inline',
      }),
    ]
  : [];

const css = sheets.flatMap(Object.values<string>).join('');

/**
 * The stylesheet of the site, inline in the head of every page: the first paint needs no second request
 * (decision 022). Flight data do not contain it: React keeps the element that the document has.
 */
export function PageStyles() {
  return (
    <style href="pages" precedence="pages">
      {css}
    </style>
  );
}
