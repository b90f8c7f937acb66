import type { PageRecord } from '#src/request/page-record.ts';

/** All stylesheets except those that load late. */
const sheets = import.meta.glob<string>(
  [
    '../styles/index.css',
    '../{components,features}/**/*.module.css',
    '!../components/lightbox/*.module.css',
  ],
  { eager: true, import: 'default', query: '?inline' },
);
/** Styles of home only. Home is the longest page and has no application, so it gets no styles of other pages. */
const onlyHome = /\/(?:carousel|gallery|map|typewriter|home)\//;
const onlyOthers =
  /\/(?:dialog|editor|facts|link-page|page-head|text-button|alerts|application|documents|feedback|my-application|opening)\/|\/(?:email-field|file-field|contact-form)\./;

/** Each stylesheet begins with the order of the layers. One of these statements is enough. */
const layerStatement = /@layer [\w, ]+;/g;
const layerOrder = '@layer reset,tokens,base,components,utilities;';
/** The build replaces `light-dark()` by these custom properties, 250 times. */
const schemeProperty = /--lightningcss-(?=light|dark)/g;

/** Of two rules with the same specificity the later applies, so features follow components, and the editor the form. */
const stylesOf = (own: RegExp, others: RegExp): string =>
  layerOrder +
  Object.entries(sheets)
    .filter(([path]) => !others.test(path))
    .sort(([one], [other]) => Number(own.test(one)) - Number(own.test(other)))
    .map(([, sheet]) => sheet)
    .join('')
    .replaceAll(layerStatement, '')
    .replaceAll(schemeProperty, '--');

export type PageStyles = Readonly<Record<PageRecord['styles'], string>>;
export const pageStyles: PageStyles = {
  home: stylesOf(onlyHome, onlyOthers),
  other: stylesOf(onlyOthers, onlyHome),
};
