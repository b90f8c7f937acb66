/**
 * The stylesheets of the pages, except those that load late. The later of two rules with the same specificity applies: features
 * follow components, and the editor follows the form.
 */
const sheets = [
  import.meta.glob<string>(
    [
      '../styles/index.css',
      '../components/**/*.module.css',
      '!../components/{editor,lightbox}/*.module.css',
    ],
    { eager: true, import: 'default', query: '?inline' },
  ),
  import.meta.glob<string>(['../components/editor/*.module.css', '../features/**/*.module.css'], {
    eager: true,
    import: 'default',
    query: '?inline',
  }),
];

/** Each stylesheet begins with the order of the layers, which the build divides. One statement is enough. */
const layerStatement = /@layer [\w, ]+;/g;
const layerOrder = '@layer reset,tokens,base,components,utilities;';
/** The build replaces `light-dark()` by these custom properties, 250 times. */
const schemeProperty = /--lightningcss-(?=light|dark)/g;

export const pageStyles: string =
  layerOrder +
  sheets
    .flatMap(Object.values<string>)
    .join('')
    .replaceAll(layerStatement, '')
    .replaceAll(schemeProperty, '--');
