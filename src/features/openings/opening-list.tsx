import { createHash } from 'node:crypto';
import { unstable_getRequest } from 'waku/router/server';
import type { Opening } from '#src/domain/model/opening.ts';
import { OpeningPanel } from './opening-panel.tsx';
import { StaticHtmlView } from './static-html.client.tsx';
import { type StaticHtml, staticHtml } from './static-html.ts';
import { leaveDrawnHtml } from './static-html-store.ts';

type DrawnList = StaticHtml & { readonly id: string };

/** Lists that are reused (CACHE_TTL_MS) are drawn once. */
const drawn = new WeakMap<readonly Opening[], DrawnList>();

/**
 * Section 2, home: each opening a panel that opens in place. Sent as HTML only (decision 082): a browser
 * needs no script to read it, and gets no second copy of it to run script on.
 */
export function OpeningList({ openings }: { openings: readonly Opening[] }) {
  // In development Vite wraps each component with a promise of its stylesheets, which only React can draw.
  if (import.meta.env?.DEV) return panels(openings);
  let list = drawn.get(openings);
  if (!list) {
    list = drawList(openings);
    drawn.set(openings, list);
  }
  const { id, html, stylesheets } = list;
  const byRouter = isRouterRequest(unstable_getRequest());
  if (!byRouter) leaveDrawnHtml(id, html);
  return (
    <>
      {stylesheets}
      <StaticHtmlView key={id} id={id} html={byRouter ? html : undefined} />
    </>
  );
}

const panels = (openings: readonly Opening[]) =>
  openings.map((opening) => <OpeningPanel key={opening.id} opening={opening} />);

function drawList(openings: readonly Opening[]): DrawnList {
  const { html, stylesheets } = staticHtml(panels(openings));
  // The same list has the same id in every answer, so that pages stay the same bytes.
  const id = `list-${createHash('sha256').update(html).digest('base64url').slice(0, 12)}`;
  return { id, html, stylesheets };
}

/** Waku's client asks under /RSC/, or says so where a redirect has put the address aside. */
function isRouterRequest(request: Request): boolean {
  return new URL(request.url).pathname.startsWith('/RSC/') || request.headers.has('x-waku-etags');
}
