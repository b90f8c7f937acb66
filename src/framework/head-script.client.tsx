'use client';

import { useLayoutEffect } from 'react';
import { headScript } from './head-script.ts';

declare global {
  interface Window {
    setRootAttributes?(): void;
  }
}

/**
 * The inline script of the head. Neither the flight data nor the browser's script repeats it, because React keeps the
 * script of the document.
 */
export function HeadScript() {
  useLayoutEffect(() => window.setRootAttributes?.(), []);
  const __html = import.meta.env.SSR ? headScript : '';
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html }} />;
}
