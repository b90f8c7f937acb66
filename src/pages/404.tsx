import { unstable_getRequest, unstable_redirect } from 'waku/router/server';
import { openingIdOf } from '#src/addresses.ts';
import { OpeningMissing } from '#src/features/openings/opening/opening-missing.tsx';
import { inLanguage } from '#src/language/paths.ts';

/** unstable_notFound renders this page for an opening that does not exist. Other unknown paths redirect to `/`. */
export default function NotFoundPage() {
  const { pathname } = new URL(unstable_getRequest().url);
  // Waku also serves this file as the route /404.
  if (pathname === '/404') return unstable_redirect(inLanguage('/') as '/');
  const [, id = ''] = /^\/application\/([^/]+)$/.exec(pathname) ?? [];
  return <OpeningMissing id={openingIdOf(id)} />;
}

export const getConfig = async () => ({ render: 'dynamic' }) as const;
