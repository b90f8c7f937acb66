'use client';

import type { ReactElement } from 'react';
import { language } from '#language';

type Renderer = (element: ReactElement) => string;

/** Only the server has a renderer (`static-markup.ts`). */
let render: Renderer | undefined;
const renderedHtml = new Map<string, string>();

export const setRenderer = (renderer: Renderer): void => {
  render = renderer;
};

/**
 * The server renders the children once for each `id` and language, and later pages repeat their HTML, which the browser
 * hydrates as usual. They must be equal for all visitors, without context and `useId`. Without `id` they are rendered for
 * each page.
 */
export function RenderOnce({ id, children }: { id: string | undefined; children: ReactElement }) {
  if (!render || id === undefined) return <div className="contents">{children}</div>;
  const key = `${language().tag} ${id}`;
  const __html = renderedHtml.get(key) ?? render(children);
  renderedHtml.set(key, __html);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React has escaped all text
  return <div className="contents" dangerouslySetInnerHTML={{ __html }} />;
}
