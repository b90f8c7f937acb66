'use client';

import { useLayoutEffect } from 'react';
import { headScript } from './head-script.ts';

declare global {
  interface Window {
    setRootAttributes?(): void;
  }
}

/**
 * The inline script of the head. Flight data and the browser's script do not repeat it, because React keeps the script of
 * the document.
 */
export function HeadScript() {
  useLayoutEffect(() => window.setRootAttributes?.(), []);
  const __html = import.meta.env.SSR ? headScript : '';
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html }} />;
}
