/** The peers render the list of openings with the same data that the site's home page shows. */
import { createElement as h } from 'react';

/** The openings are read from the API host for each render. */
export async function readOpenings() {
  const response = await fetch(`${process.env.API_HOST}/api/openingsall`, { cache: 'no-store' });
  const { data } = await response.json();
  return data;
}

export function OpeningsPage({ openings }) {
  return h(
    'main',
    null,
    h('h1', null, 'Openings'),
    h(
      'form',
      { action: '/' },
      h('label', null, 'Search ', h('input', { name: 'q', type: 'search' })),
    ),
    h('ul', null, ...openings.map((opening) => h('li', { key: opening.id }, panel(opening)))),
  );
}

function panel(opening) {
  const text = opening.jobdescription
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return h(
    'article',
    { 'aria-labelledby': `opening-${opening.id}` },
    h('h2', { id: `opening-${opening.id}` }, opening.role_name),
    h('p', null, opening.company_name, ', ', opening.locations.map(({ city }) => city).join(', ')),
    h('p', null, text.length > 250 ? `${text.slice(0, 250)}…` : text),
    h(
      'details',
      null,
      h('summary', null, 'Show the whole description'),
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the texts are this project's fixtures
      h('div', { dangerouslySetInnerHTML: { __html: opening.jobdescription } }),
      h(
        'dl',
        null,
        h('dt', null, 'Required skill'),
        h('dd', null, opening.requiredskill),
        h('dt', null, 'Extra skills'),
        h('dd', null, opening.extra_skill),
      ),
    ),
    h('a', { href: `/application/${opening.id}` }, `Apply: ${opening.role_name}`),
  );
}
