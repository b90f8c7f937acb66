import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Node, Renderer } from '@takumi-rs/core';
import { siteIcon } from '#src/config/site-icon.ts';
import { colorOf } from '#src/config/skins.ts';
import { startsRightToLeft } from '#src/domain/rules/text/text.ts';
import { site } from '#src/language/server.ts';
import { careersTitle } from '#src/language/titles.ts';
import { drawableText, isInSiteFonts } from './drawable-text.ts';

/** Facebook, LinkedIn, WhatsApp and X show this size, in CSS pixels, without cutting. */
const pictureSize = { width: 1200, height: 630 } as const;
const iconSize = { width: 192, height: 192 } as const;

export interface PictureTexts {
  readonly title: string;
  readonly place: string;
  readonly facts: string;
}

export function siteTexts(): PictureTexts {
  const { brand, hero } = site();
  return { title: hero.headline, place: brand.tagline, facts: careersTitle() };
}

/** Draws a share picture of texts, or the icon of browsers and home screens. */
export async function drawPicture(content: PictureTexts | 'icon'): Promise<Buffer<ArrayBuffer>> {
  renderer ??= createRenderer();
  const loaded = await renderer;
  const [node, size] =
    content === 'icon' ? [wholeIcon, iconSize] : [pictureNode(content), pictureSize];
  const images = [{ src: 'icon', data: siteIcon().body }];
  return loaded.render(node, { ...size, format: 'png', images });
}

let renderer: Promise<Renderer> | undefined;

/** The font subsets of the pages cannot place the accents of Yoruba. */
const fonts: Readonly<Record<string, string>> = {
  Role: '@expo-google-fonts/fraunces/500Medium/Fraunces_500Medium.ttf',
  Text: '@expo-google-fonts/instrument-sans/400Regular/InstrumentSans_400Regular.ttf',
  Noto: '@expo-google-fonts/noto-sans/500Medium/NotoSans_500Medium.ttf',
  Arabic: '@fontsource-variable/noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2',
  Hebrew: '@fontsource-variable/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-wght-normal.woff2',
  ...Object.fromEntries(
    Array.from({ length: 10 }, (_, part) => [
      `Emoji${part}`,
      `@fontsource-variable/noto-emoji/files/noto-emoji-${part}-wght-normal.woff2`,
    ]),
  ),
};
const fallbacks = Object.keys(fonts).slice(2);

async function createRenderer(): Promise<Renderer> {
  // The library is not bundled, because it has a native part. It is loaded with the first picture.
  const load = createRequire(join(process.cwd(), 'package.json'));
  const library = load('@takumi-rs/core') as typeof import('@takumi-rs/core');
  const created = new library.Renderer();
  for (const [name, path] of Object.entries(fonts))
    await created.registerFont({ name, data: await readFile(load.resolve(path)) });
  return created;
}

function toDrawable(text: string, font: 'Role' | 'Text') {
  const clean = drawableText(text);
  const families = isInSiteFonts(clean) ? [font, ...fallbacks] : fallbacks;
  const isRightToLeft = startsRightToLeft(clean);
  return {
    text: clean,
    style: {
      fontFamily: families.join(', '),
      ...(isRightToLeft && ({ direction: 'rtl', textAlign: 'right' } as const)),
    },
  };
}

const color = {
  paper: colorOf('paper').light,
  ink: colorOf('on-paper').light,
  muted: colorOf('muted').light,
  accent: colorOf('accent').light,
  leader: colorOf('edge').light,
};

type Style = NonNullable<Node['style']>;
const container = (style: Style, ...children: Node[]): Node => ({
  type: 'container',
  style,
  children,
});
const line = (text: string, style: Style): Node => ({ type: 'text', text, style });

/** The picture looks like a row of the list of home: the role, a dotted leader, the place. */
function pictureNode(texts: PictureTexts): Node {
  const { brand } = site();
  const title = toDrawable(texts.title, 'Role');
  const name = title.text === '' ? toDrawable(careersTitle(), 'Role') : title;
  const place = toDrawable(texts.place, 'Role');
  const facts = toDrawable(texts.facts, 'Text');
  const company = toDrawable(brand.name, 'Role');
  const { length } = name.text;
  const fontSize = length <= 24 ? 104 : length <= 48 ? 84 : length <= 90 ? 68 : 56;
  const clamp = (lines: number) =>
    ({ lineClamp: lines, textOverflow: 'ellipsis', overflowWrap: 'anywhere' }) as const;
  const row = { display: 'flex', width: '100%' } as const;
  const leader = container({
    flexGrow: 1,
    minWidth: 80,
    height: 4,
    marginBottom: 14,
    backgroundImage: `radial-gradient(circle at 2px 2px, ${color.leader} 2px, ${color.paper} 2.5px)`,
    backgroundSize: '16px 4px',
  });
  const placeSize =
    place.text.length <= 80 ? { fontSize: 44, ...clamp(2) } : { fontSize: 30, ...clamp(3) };
  const placeStyle = { ...place.style, maxWidth: 956, ...placeSize };
  return container(
    {
      ...pictureSize,
      display: 'flex',
      flexDirection: 'column',
      justifyContent: 'space-between',
      padding: '64px 72px 56px',
      backgroundColor: color.paper,
      color: color.ink,
    },
    container(
      { ...row, alignItems: 'center', justifyContent: 'space-between' },
      line(company.text, {
        ...company.style,
        maxWidth: 900,
        fontSize: 44,
        color: color.accent,
        ...clamp(1),
      }),
      iconNode(96),
    ),
    container(
      { ...row, flexDirection: 'column', gap: 20 },
      line(name.text, { ...name.style, width: '100%', fontSize, lineHeight: 1.12, ...clamp(4) }),
      container(
        { ...row, alignItems: 'flex-end', gap: 20 },
        leader,
        ...(place.text === '' ? [] : [line(place.text, placeStyle)]),
      ),
    ),
    line(facts.text === '' ? brand.companyName : facts.text, {
      ...facts.style,
      fontSize: 32,
      color: color.muted,
      ...clamp(1),
    }),
  );
}

/** `drawPicture` passes the picture. */
const iconNode = (size: number, margin = 0): Node => ({
  type: 'image',
  src: 'icon',
  style: { width: size, height: size, margin },
});

/** The operating system crops the icon to a shape, but always shows the inner circle of 80% of the width. */
const wholeIcon = container(
  { ...iconSize, display: 'flex', backgroundColor: color.paper },
  iconNode(136, 28),
);
