import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Node, Renderer } from '@takumi-rs/core';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { siteConfig } from '#src/config/site.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { employmentText } from '#src/domain/rules/employment-terms.ts';
import { colorOf } from '#src/server/colors.ts';
import { log } from '#src/server/logger.ts';
import { networkOf } from '#src/server/rate-limiter.ts';
import { requestContext } from '#src/server/request-context.ts';
import { findOpening } from '../find-openings.ts';
import { firstCities, payText } from '../formatters.ts';

/** CSS pixels; the size that Facebook, LinkedIn, WhatsApp and X show without cutting. */
export const pictureSize = { width: 1200, height: 630 } as const;

/** The texts of a picture. */
export interface PictureTexts {
  readonly title: string;
  /** The line below the title. */
  readonly place: string;
  /** The small line at the bottom. */
  readonly facts: string;
}

const { brand, hero } = siteConfig;

const siteTexts: PictureTexts = {
  title: hero.headline,
  place: brand.tagline,
  facts: `Careers at ${brand.companyName}`,
};

export function textsOf(opening: Opening): PictureTexts {
  const { named, further } = firstCities(opening.locations);
  const facts = [
    opening.company_name.trim(),
    opening.employment_type && employmentText(opening.employment_type),
    opening.salary && payText(opening.salary),
  ];
  const place = named + (further > 0 ? ` +${further} more` : '');
  return { title: opening.role_name, place, facts: facts.filter(Boolean).join(' · ') };
}

/** Responds with the picture of an opening, or without `id` with that of the site; 404 for a missing opening. */
export async function pictureResponse(request: Request, id?: string): Promise<Response> {
  const outcome = id === undefined ? undefined : await findOpening(id);
  if (outcome?.kind === 'unavailable') return tryLater();
  if (outcome && outcome.kind !== 'found')
    return new Response('There is no such picture.\n', { status: 404 });
  const texts = outcome ? textsOf(outcome.opening) : siteTexts;
  const key = createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, 22);
  const headers = {
    etag: `"${key}"`,
    'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
  };
  if (request.headers.get('if-none-match')?.includes(headers.etag))
    return new Response(null, { status: 304, headers });
  const bytes = pictures.get(key) ?? drawFor(networkOf(requestContext().remoteAddress), key, texts);
  if (!bytes) return tryLater();
  try {
    return new Response(await bytes, { headers: { ...headers, 'content-type': 'image/png' } });
  } catch (err) {
    log().error({ event: 'picture-failed', err });
    return new Response('This picture cannot be drawn.\n', { status: 500 });
  }
}

const tryLater = () =>
  new Response('Please try again later.\n', { status: 503, headers: { 'retry-after': '5' } });

/** Drawn pictures by their texts: about 20 kB each. */
const pictures = new LRUCache<string, Promise<Buffer<ArrayBuffer>>>({ max: 300 });
/** The library draws in another thread; one at a time leaves the other processor to the pages. */
const drawing = pLimit(1);
/** Pictures that may wait, of all clients and of one network; further requests get a 503. */
const maxWaiting = 50;
const maxWaitingOfNetwork = 10;
const waiting = new Map<string, number>();

/** Draws a picture in its turn; undefined if too many wait. */
function drawFor(
  network: string,
  key: string,
  texts: PictureTexts,
): Promise<Buffer<ArrayBuffer>> | undefined {
  const count = waiting.get(network) ?? 0;
  if (drawing.pendingCount >= maxWaiting || count >= maxWaitingOfNetwork) return undefined;
  waiting.set(network, count + 1);
  const drawn = drawing(() => drawPicture(texts)).finally(() => {
    const left = (waiting.get(network) ?? 1) - 1;
    if (left === 0) waiting.delete(network);
    else waiting.set(network, left);
  });
  pictures.set(key, drawn);
  // The request that waits for it reports the error.
  drawn.catch(() => pictures.delete(key));
  return drawn;
}

/** A PNG file of `pictureSize`. */
export async function drawPicture(texts: PictureTexts): Promise<Buffer<ArrayBuffer>> {
  renderer ??= createRenderer();
  const loaded = await renderer;
  return loaded.render(pictureNode(texts), { ...pictureSize, format: 'png' });
}

let renderer: Promise<Renderer> | undefined;

/**
 * Complete font files: the parts that the pages use cannot place the accents of Yoruba. Relative to the project, which is
 * the working directory of the site (cli/server/start.ts).
 */
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
  // Not bundled, because it has a native part; loaded with the first picture.
  const load = createRequire(join(process.cwd(), 'package.json'));
  const library = load('@takumi-rs/core') as typeof import('@takumi-rs/core');
  const created = new library.Renderer();
  for (const [name, path] of Object.entries(fonts))
    await created.registerFont({
      name,
      data: await readFile(join(process.cwd(), 'node_modules', path)),
    });
  return created;
}

/** Letters of scripts that no font has would be empty boxes. */
const unknownLetter =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Devanagari}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Common}\p{Script=Inherited}]/gu;
/** Of the symbols from U+2190 on, the fonts have four arrows and emoji. */
const unknownSymbol =
  // linear: one character
  /[[[\p{Script=Common}\p{Script=Inherited}]&&[\u2190-\u{10ffff}]]--[\p{Emoji}\u2190-\u2193\ufe0f\u{e0020}-\u{e007f}]]/gv;
/** Letters and digits in another shape: mathematical, full width, in circles, Roman numerals. Ideographic space. */
const styled = /[\u2160-\u2188\u2460-\u24ea\u3000\uff01-\uff5e\u{1d400}-\u{1d7ff}]/gu;
/** More than four lines have. */
const maxCharacters = 400;
/** What is left around a text that was removed. */
const emptyBrackets = /\(\s*\)|\[\s*\]|\{\s*\}|“\s*”|"\s*"|«\s*»/gu;
const repeatedSeparator = /([,;:·|/–—-])(?:\s*[,;:·|/–—-])+/gu;
// linear: a text is at most 400 characters
const outerSeparators = /^[\s,;:·|/–—-]+|[\s,;:·|/–—-]+$/gu;
const invisible = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
/** More than two accents on a letter, which would stand above each other across the picture. */
const manyMarks = /(\p{M}{2})\p{M}+/gu;
const emoji = /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}]|\u200d|\ufe0f/gu;
/** What the two fonts of the site have. */
const siteCharacters = /^[\u0020-\u017f\u1e62\u1e63\u1ea0-\u1ef9\u2010-\u2026\u20a6\u20ac]*$/u;
const startsRightToLeft = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/**
 * A text as one line of characters that the fonts have: styled letters become plain ones, others are left out, and so are
 * brackets and separators that then have nothing in or beside them. Empty if nothing can be drawn.
 */
export function drawableText(text: string): string {
  const clean = text
    .slice(0, maxCharacters)
    .replace(styled, (character) => character.normalize('NFKC'))
    .normalize('NFC')
    .replace(invisible, ' ');
  const known = clean
    .replace(unknownLetter, '')
    .replace(unknownSymbol, '')
    .replace(manyMarks, '$1');
  const whole =
    known.length === clean.length
      ? known
      : known
          .replace(emptyBrackets, ' ')
          .replace(repeatedSeparator, '$1')
          .replace(outerSeparators, '');
  return whole.replace(/\s+/g, ' ').trim();
}

/** The drawable text; the CSS that its script needs. */
function shown(
  text: string,
  font: 'Role' | 'Text',
): { readonly text: string; readonly style: NonNullable<Node['style']> } {
  const clean = drawableText(text);
  const families = siteCharacters.test(clean.replace(emoji, '')) ? [font, ...fallbacks] : fallbacks;
  const isRightToLeft = startsRightToLeft.test(clean);
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
  plate: colorOf('illustration-1').light,
  leader: colorOf('edge').light,
};

/** The card of a menu, as the list of home: the role, a dotted leader, the place. */
function pictureNode(texts: PictureTexts): Node {
  const title = shown(texts.title, 'Role');
  const name = title.text === '' ? shown(siteTexts.facts, 'Role') : title;
  const place = shown(texts.place, 'Role');
  const facts = shown(texts.facts, 'Text');
  const { length } = name.text;
  const fontSize = length <= 24 ? 104 : length <= 48 ? 84 : length <= 90 ? 68 : 56;
  const clamp = (lines: number) =>
    ({ lineClamp: lines, textOverflow: 'ellipsis', overflowWrap: 'anywhere' }) as const;
  return {
    type: 'container',
    style: {
      ...pictureSize,
      display: 'flex',
      flexDirection: 'column',
      justifyContent: 'space-between',
      padding: '64px 72px 56px',
      backgroundColor: color.paper,
      color: color.ink,
    },
    children: [
      {
        type: 'container',
        style: {
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          width: '100%',
        },
        children: [
          {
            type: 'text',
            text: brand.name,
            style: { fontFamily: 'Role', fontSize: 44, color: color.accent },
          },
          plate(),
        ],
      },
      {
        type: 'container',
        style: { display: 'flex', flexDirection: 'column', width: '100%', gap: 20 },
        children: [
          {
            type: 'text',
            text: name.text,
            style: { ...name.style, width: '100%', fontSize, lineHeight: 1.12, ...clamp(4) },
          },
          {
            type: 'container',
            style: { display: 'flex', alignItems: 'flex-end', width: '100%', gap: 20 },
            children: [
              {
                type: 'container',
                style: {
                  flexGrow: 1,
                  minWidth: 80,
                  height: 4,
                  marginBottom: 14,
                  backgroundImage: `radial-gradient(circle at 2px 2px, ${color.leader} 2px, ${color.paper} 2.5px)`,
                  backgroundSize: '16px 4px',
                },
              },
              ...(place.text === ''
                ? []
                : [
                    {
                      type: 'text' as const,
                      text: place.text,
                      style: { ...place.style, maxWidth: 956, fontSize: 44, ...clamp(2) },
                    },
                  ]),
            ],
          },
        ],
      },
      {
        type: 'text',
        text: facts.text === '' ? brand.companyName : facts.text,
        style: {
          ...facts.style,
          fontSize: 32,
          color: color.muted,
          ...clamp(1),
        },
      },
    ],
  };
}

/** The site's icon (scripts/icons.ts). */
function plate(): Node {
  const circle = (size: number, left: number, top: number, backgroundColor: string): Node => ({
    type: 'container',
    style: {
      position: 'absolute',
      left,
      top,
      width: size,
      height: size,
      borderRadius: size / 2,
      backgroundColor,
    },
  });
  return {
    type: 'container',
    style: { position: 'relative', width: 96, height: 96 },
    children: [
      circle(90, 3, 3, color.accent),
      circle(51, 22.5, 22.5, color.plate),
      circle(18, 49.5, 30, color.accent),
    ],
  };
}
