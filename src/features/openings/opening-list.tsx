import { createHash } from 'node:crypto';
import { unstable_getRequest } from 'waku/router/server';
import { Panel } from '#src/components/panel/panel.tsx';
import { siteConfig } from '#src/config/site.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { preview } from '#src/domain/rules/html-text.ts';
import { citiesOf } from './formatters.ts';
import { OpeningActions } from './opening-actions.tsx';
import styles from './opening-list.module.css';
import { StaticHtml } from './static-html.client.tsx';
import { type RenderedHtml, renderStaticHtml, storeStaticHtml } from './static-html.ts';

/** The HTML of each opening. An unchanged opening of the API host is the same object (src/domain/api/request.ts). */
const renderedPanels = new WeakMap<Opening, RenderedHtml>();

/**
 * The openings as collapsible panels (section 2, home). Sent as HTML without flight data, which would
 * repeat every text (decision 014).
 */
export function OpeningList({ openings }: { openings: readonly Opening[] }) {
  // In development Vite wraps each component in a promise, which only React can render.
  if (import.meta.env?.DEV) return panels(openings);
  const { id, html, stylesheets } = renderList(openings);
  const byRouter = isRouterRequest(unstable_getRequest());
  if (!byRouter) storeStaticHtml(id, html);
  return (
    <>
      {stylesheets}
      <StaticHtml key={id} id={id} html={byRouter ? html : undefined} />
    </>
  );
}

const panels = (openings: readonly Opening[]) =>
  openings.map((opening) => <OpeningPanel key={opening.id} opening={opening} />);

function OpeningPanel({ opening }: { opening: Opening }) {
  // Section 3: the home page replaces the company's name with a fixed one.
  const note = [siteConfig.brand.companyName, opening.jobstatus].filter(Boolean).join(' · ');
  return (
    <Panel heading={opening.role_name} aside={citiesOf(opening.locations).join(', ')} note={note}>
      <p className={styles.preview}>{preview(opening.jobdescription)}</p>
      <OpeningActions opening={opening} />
    </Panel>
  );
}

function renderList(openings: readonly Opening[]): RenderedHtml & { readonly id: string } {
  const rendered = openings.map(renderPanel);
  const html = rendered.map((panel) => panel.html).join('');
  // Derived from the content, so that the same list gives the same bytes in every response.
  const id = `list-${createHash('sha256').update(html).digest('base64url').slice(0, 12)}`;
  // All panels have the same components.
  return { id, html, stylesheets: rendered[0]?.stylesheets ?? [] };
}

function renderPanel(opening: Opening): RenderedHtml {
  let panel = renderedPanels.get(opening);
  if (!panel) {
    panel = renderStaticHtml(<OpeningPanel opening={opening} />);
    renderedPanels.set(opening, panel);
  }
  return panel;
}

/** Whether Waku's router requests flight data: by path, or by header after a redirect. */
function isRouterRequest(request: Request): boolean {
  return new URL(request.url).pathname.startsWith('/RSC/') || request.headers.has('x-waku-etags');
}
