import '../styles/index.css';
import type { ReactNode } from 'react';
import { manifestHref } from '#src/addresses.ts';
import { siteIcon } from '#src/config/site-icon.ts';
import { skinChoices, skinRules } from '#src/config/skins.ts';
import { HeadScript } from '#src/framework/head-script.client.tsx';
import { isOptimized } from '#src/framework/switch.ts';
import { language, site } from '#src/language/server.ts';

/** Waku adds charset and viewport. Pages are cached, so the document must not contain data of a visitor. */
export default function Root({ children }: { children: ReactNode }) {
  const { tag, dir } = language();
  const { path: icon } = siteIcon();
  const skins = skinChoices(site())
    .map(({ id }) => id)
    .join(' ');
  return (
    // The script in the head sets attributes on <html> before hydration.
    <html lang={tag} dir={dir} data-skins={skins} suppressHydrationWarning>
      <head>
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/favicon.ico" sizes="192x192" />
        <link rel="icon" href={icon} type={icon.endsWith('.svg') ? 'image/svg+xml' : undefined} />
        <link rel="apple-touch-icon" href="/icon.png" />
        <link rel="manifest" href={manifestHref()} />
        {isOptimized ? null : (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: colors of the site config
          <style dangerouslySetInnerHTML={{ __html: skinRules(false) }} />
        )}
        <HeadScript />
      </head>
      <body>{children}</body>
    </html>
  );
}

export const getConfig = async () => ({ render: 'dynamic' }) as const;
