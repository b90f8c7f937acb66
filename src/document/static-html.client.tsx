'use client';

import { useState } from 'react';
import { getStaticHtml } from './render-static-html.ts';

/**
 * HTML that the server has rendered. When a document loads, the browser keeps the HTML it contains; a page
 * that the router loads receives it in `html`.
 */
export function StaticHtml({ id, html }: { id: string; html?: string | undefined }) {
  const [content] = useState(() => html ?? existingHtml(id));
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: renderStaticHtml escapes all text
    <div id={id} className="contents" dangerouslySetInnerHTML={{ __html: content }} />
  );
}

/**
 * Without the style of a part whose layout is postponed (src/document/head-script.ts): React writes the HTML anew if it
 * cannot hydrate the document, and the head script does not know the new elements.
 */
const existingHtml = (id: string): string =>
  (typeof document === 'undefined'
    ? getStaticHtml(id)
    : document
        .getElementById(id)
        ?.innerHTML.replaceAll(' style="content-visibility: auto;"', '')) ?? '';
