import '../styles/index.css';
import type { ReactNode } from 'react';
import { manifestHref } from '#src/addresses.ts';
import { skinChoices } from '#src/config/skins.ts';
import { HeadScript } from '#src/framework/head-script.client.tsx';
import { language, site } from '#src/language/server.ts';
import siteIcon from '../components/icon/site-icon.svg?url';

/** Waku adds charset and viewport. Pages are cached, so the document must not contain data of a visitor. */
export default function Root({ children }: { children: ReactNode }) {
  const { tag, dir } = language();
  const skins = skinChoices(site())
    .map(({ id }) => id)
    .join(' ');
  return (
    // The script in the head sets attributes on <html> before hydration.
    <html lang={tag} dir={dir} data-skins={skins} suppressHydrationWarning>
      <head>
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href={siteIcon} type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href={manifestHref()} />
        <HeadScript />
      </head>
      <body>{children}</body>
    </html>
  );
}

export const getConfig = async () => ({ render: 'dynamic' }) as const;
