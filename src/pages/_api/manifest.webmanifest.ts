import { siteConfig } from '#src/config/site.ts';

const { brand } = siteConfig;

/** The web app manifest: name, colors of the light scheme (src/styles/tokens.css) and icons. */
export const GET = async () =>
  Response.json(
    {
      id: '/',
      name: `Careers at ${brand.companyName}`,
      short_name: brand.name,
      description: brand.description,
      lang: 'en',
      start_url: '/',
      scope: '/',
      display: 'browser',
      background_color: '#fbf5ea',
      theme_color: '#fbf5ea',
      icons: [
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
    },
    { headers: { 'content-type': 'application/manifest+json' } },
  );
