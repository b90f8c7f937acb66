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

/** The stylesheet of the site; empty in the browser. */
export const pageStyles = sheets.flatMap(Object.values<string>).join('');
