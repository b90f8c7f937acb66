import { unstable_redirect } from 'waku/router/server';
import { language } from '#language';

/** Section 2: any other path redirects to /. */
export default function AnyOtherPath(): never {
  return unstable_redirect(language().prefix || '/');
}

export const getConfig = async () => ({ render: 'dynamic' }) as const;
