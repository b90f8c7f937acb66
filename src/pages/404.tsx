import { unstable_getRequest, unstable_redirect } from 'waku/router/server';
import { siteConfig } from '#src/config/site.ts';
import { OpeningMissing } from '../features/openings/opening-missing.tsx';

/** Rendered by unstable_notFound for an opening that does not exist. Other unknown paths redirect to `/`. */
export default function NotFoundPage() {
  // Waku also serves this file as the route /404.
  if (new URL(unstable_getRequest().url).pathname === '/404') return unstable_redirect('/');
  return (
    <div className="wrap">
      <title>{`Opening not found | ${siteConfig.brand.companyName}`}</title>
      <meta name="robots" content="noindex" />
      <OpeningMissing />
    </div>
  );
}

// It lists the current openings.
export const getConfig = async () => ({ render: 'dynamic' }) as const;
