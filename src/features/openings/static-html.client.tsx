'use client';

import { useState } from 'react';
import { findDrawnHtml } from './static-html-store.ts';

/**
 * HTML that the server drew. In a document it comes once, as HTML: the browser takes over what already
 * stands in the page. A page that comes by the router has it in `html`.
 */
export function StaticHtmlView({
  id,
  html,
  className,
}: {
  id: string;
  html?: string | undefined;
  className?: string | undefined;
}) {
  const [content] = useState(() => html ?? standing(id));
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: staticHtml escapes every text in it.
    <div id={id} className={className} dangerouslySetInnerHTML={{ __html: content }} />
  );
}

const standing = (id: string): string =>
  (typeof document === 'undefined' ? findDrawnHtml(id) : document.getElementById(id)?.innerHTML) ??
  '';
