import { unstable_getRequest, unstable_redirect } from 'waku/router/server';
import { siteConfig } from '#src/config/site.ts';
import { OpeningMissing } from '../features/openings/opening-missing.tsx';

/** What unstable_notFound shows: an opening that does not exist. Unknown paths go home instead. */
export default function NotFoundPage() {
  // Waku makes a route of this file, but no one should find a missing opening by asking for it.
  if (new URL(unstable_getRequest().url).pathname === '/404') return unstable_redirect('/');
  return (
    <div className="wrap">
      <title>{`Opening not found | ${siteConfig.brand.companyName}`}</title>
      <meta name="robots" content="noindex" />
      <OpeningMissing />
    </div>
  );
}

// The openings it offers are read when it is shown.
export const getConfig = async () => ({ render: 'dynamic' }) as const;
