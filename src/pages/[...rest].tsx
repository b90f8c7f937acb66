import { unstable_redirect } from 'waku/router/server';

/** Section 2: any other path redirects to /. */
export default function AnyOtherPath(): never {
  return unstable_redirect('/');
}

export const getConfig = async () => ({ render: 'dynamic' }) as const;
