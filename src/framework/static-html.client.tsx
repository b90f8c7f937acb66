'use client';

import { useState } from 'react';
import { markerOf } from './rewrite-page.ts';

/**
 * HTML that the server has rendered. When a document loads, the browser keeps the HTML of the document; the result of a
 * server function has the HTML in `html`.
 */
export function StaticHtml({ id, html }: { id: string; html?: string | undefined }) {
  const [content] = useState(() => html ?? existingHtml(id));
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: React has escaped all text
    <div id={id} className="contents" dangerouslySetInnerHTML={{ __html: content }} />
  );
}

const existingHtml = (id: string): string =>
  typeof document === 'undefined' ? markerOf(id) : (document.getElementById(id)?.innerHTML ?? '');
