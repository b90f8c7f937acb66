import '../styles/index.css';
import type { ReactNode } from 'react';
import { headScript } from '../components/head-script.ts';

const PRELOADED_FONTS = ['/fonts/fraunces-latin.woff2', '/fonts/instrument-sans-latin.woff2'];

/** The document around every page; Waku adds charset and viewport. Nothing of a visitor may stand here: pages are cached. */
export default function Root({ children }: { children: ReactNode }) {
  return (
    // The scripts in the head put attributes on <html> before React looks at it.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        {/* Not React's preload(): this component is rendered at build, where its hints are lost. */}
        {PRELOADED_FONTS.map((href) => (
          <link
            key={href}
            rel="preload"
            href={href}
            as="font"
            type="font/woff2"
            crossOrigin="anonymous"
          />
        ))}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, the same for everyone. */}
        <script dangerouslySetInnerHTML={{ __html: headScript }} />
      </head>
      <body>{children}</body>
    </html>
  );
}

export const getConfig = async () => ({ render: 'static' }) as const;
