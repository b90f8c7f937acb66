import { unstable_redirect } from 'waku/router/server';
import { inLanguage } from '#src/language/paths.ts';

/** Section 2: any other path redirects to /. */
export default function AnyOtherPath(): never {
  return unstable_redirect(inLanguage('/') as '/');
}

export const getConfig = async () => ({ render: 'dynamic' }) as const;
