'use client';

import { useLayoutEffect } from 'react';
import { useRegisterRscEnhancer_UNSTABLE as useRegisterEnhancer } from 'waku/minimal/client';
import { language } from '#language';

/** The page calls server functions at addresses with the prefix of its language, so that they answer in it. */
export function CallsInLanguage() {
  const register = useRegisterEnhancer();
  // In a layout effect, before the effects in which other components call.
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
