'use client';

import { useState } from 'react';
import { markerOf } from './static-marker.ts';

/**
 * HTML that the server has rendered. In a document the browser keeps the HTML that is there; the result of a server
 * function has the HTML in `html`.
 */
export function StaticHtml({
  as: Element,
  id,
  className,
  html,
}: {
  as: 'div' | 'ul';
  id: string;
  className: string | undefined;
  html?: string;
}) {
  const [__html] = useState(() => html ?? existingHtml(id));
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React has escaped all text
  return <Element id={id} className={className} dangerouslySetInnerHTML={{ __html }} />;
}

const existingHtml = (id: string): string =>
  typeof document === 'undefined' ? markerOf(id) : (document.getElementById(id)?.innerHTML ?? '');
