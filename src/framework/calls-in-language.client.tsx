'use client';

import { useLayoutEffect } from 'react';
import { useRegisterRscEnhancer_UNSTABLE as useRegisterEnhancer } from 'waku/minimal/client';
import { language } from '#language';

/** Adds the prefix of the page's language to the addresses of server functions, so that they answer in it. */
export function CallsInLanguage() {
  const register = useRegisterEnhancer();
  // A layout effect runs before the effects in which other components call server functions.
  useLayoutEffect(
    () =>
      register((request) => (path, params, options) => {
        const { prefix } = language();
        const inLanguage: typeof fetch = (url, init) => options.fetch(`${prefix}${url}`, init);
        return request(path, params, { ...options, fetch: inLanguage });
      }),
    [register],
  );
  return null;
}
