import { colorOf } from '#src/config/skins.ts';
import { inLanguage } from '#src/language/paths.ts';
import { language, site } from '#src/language/server.ts';
import { careersTitle } from '#src/language/titles.ts';

const paper = colorOf('paper').light;

/** The colors are those of the light scheme. */
export async function GET() {
  const { brand } = site();
  const { tag, dir } = language();
  const home = inLanguage('/');
  return Response.json(
    {
      id: home,
      name: careersTitle(),
      short_name: brand.name,
      description: brand.description,
      lang: tag,
      dir,
      start_url: home,
      // The scope includes all languages, because a visitor may change the language.
      scope: '/',
      display: 'browser',
      background_color: paper,
      theme_color: paper,
      icons: [{ src: '/icon.png', sizes: '192x192', type: 'image/png', purpose: 'any maskable' }],
    },
    { headers: { 'content-type': 'application/manifest+json' } },
  );
}
