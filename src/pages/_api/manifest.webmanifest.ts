import { siteConfig } from '#src/config/site.ts';
import { colorOf } from '#src/styles/colors.ts';

const { brand } = siteConfig;
const paper = colorOf('paper').light;

/** The colors are those of the light scheme. */
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
      background_color: paper,
      theme_color: paper,
      icons: [
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icon-maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
    },
    { headers: { 'content-type': 'application/manifest+json' } },
  );
