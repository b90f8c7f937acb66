import '../styles/index.css';
import type { ReactNode } from 'react';
import { headScript } from '../components/head-script.ts';

const preloadedFonts = ['/fonts/fraunces-latin.woff2', '/fonts/instrument-sans-latin.woff2'];

/** The document of every page; Waku adds charset and viewport. Pages are cached: no data of a visitor here. */
export default function Root({ children }: { children: ReactNode }) {
  return (
    // The script in the head sets attributes on <html> before hydration.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        {/* React's preload() has no effect in a component that is rendered at build time. */}
        {preloadedFonts.map((href) => (
          <link
            key={href}
            rel="preload"
            href={href}
            as="font"
            type="font/woff2"
            crossOrigin="anonymous"
          />
        ))}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant */}
        <script dangerouslySetInnerHTML={{ __html: headScript }} />
      </head>
      <body>{children}</body>
    </html>
  );
}

export const getConfig = async () => ({ render: 'static' }) as const;
