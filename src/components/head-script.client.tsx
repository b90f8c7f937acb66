'use client';

import { headScript } from './head-script.ts';

/** The inline script of the head. Flight data and the browser's script do not repeat it: React keeps the document's. */
export function HeadScript() {
  const __html = import.meta.env.SSR ? headScript : '';
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html }} />;
}
