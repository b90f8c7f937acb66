/**
 * The stylesheets of all pages, without those that load late. Of two rules with the same specificity the later one applies:
 * features after components, the editor after the form.
 */
const sheets: readonly Readonly<Record<string, string>>[] = [
  import.meta.glob(
    [
      '../styles/index.css',
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
];

/** Each stylesheet begins with the order of the layers, which the build divides. Once is enough. */
const layerStatement = /@layer [\w, ]+;/g;
const layerOrder = '@layer reset,tokens,base,components,utilities;';
/** The custom properties with which the build replaces `light-dark()`, 250 times. */
const schemeProperty = /--lightningcss-(?=light|dark)/g;

/** The stylesheet of the site. */
export const pageStyles =
  layerOrder +
  sheets
    .flatMap(Object.values<string>)
    .join('')
    .replaceAll(layerStatement, '')
    .replaceAll(schemeProperty, '--');
