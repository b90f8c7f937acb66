import type { PageRecord } from '#src/request/page-record.ts';

/**
 * The stylesheets of the pages, except those that load late. Home has the longest page of the site and no application, so it
 * has a stylesheet without its styles, and the other pages have none of home.
 * The later of two rules with the same specificity applies: features follow components, and the editor follows the form.
 */
const common = [
  import.meta.glob<string>(
    [
      '../styles/index.css',
      '../components/**/*.module.css',
      '!../components/{carousel,dialog,editor,facts,gallery,lightbox,link-page,map,page-head,text-button,typewriter}/*.module.css',
      '!../components/form/{email-field,file-field}.module.css',
    ],
    { eager: true, import: 'default', query: '?inline' },
  ),
  import.meta.glob<string>(
    [
      '../features/contact/enquiry-form.module.css',
      '../features/openings/{device,list,search}/*.module.css',
    ],
    { eager: true, import: 'default', query: '?inline' },
  ),
];
const home = import.meta.glob<string>(
  ['../components/{carousel,gallery,map,typewriter}/*.module.css', '../features/home/*.module.css'],
  { eager: true, import: 'default', query: '?inline' },
);
const other = import.meta.glob<string>(
  [
    '../components/{dialog,editor,facts,link-page,page-head,text-button}/*.module.css',
    '../components/form/{email-field,file-field}.module.css',
    '../features/contact/contact-form.module.css',
    '../features/{alerts,application,documents,feedback,my-application}/**/*.module.css',
    '../features/openings/opening/*.module.css',
  ],
  { eager: true, import: 'default', query: '?inline' },
);

/** Each stylesheet begins with the order of the layers, which the build divides. One statement is enough. */
const layerStatement = /@layer [\w, ]+;/g;
const layerOrder = '@layer reset,tokens,base,components,utilities;';
/** The build replaces `light-dark()` by these custom properties, 250 times. */
const schemeProperty = /--lightningcss-(?=light|dark)/g;

const join = (...sheets: readonly Readonly<Record<string, string>>[]): string =>
  layerOrder +
  sheets
    .flatMap(Object.values<string>)
    .join('')
    .replaceAll(layerStatement, '')
    .replaceAll(schemeProperty, '--');

export type PageStyles = Readonly<Record<PageRecord['styles'], string>>;
export const pageStyles: PageStyles = {
  home: join(...common, home),
  other: join(...common, other),
};
