import { readFileSync } from 'node:fs';
import { palettes } from '#src/domain/model/skins.ts';
import { projectFile } from './load-site.ts';
import { siteConfig } from './site.ts';
import type { SiteConfig } from './site-schema.ts';
import { tonesOf } from './skin-tones.ts';

type Skin = SiteConfig['skins']['items'][number];
interface Color {
  readonly light: string;
  readonly dark: string;
}
/** The colors of a skin by their roles in tokens.css. */
type Colors = Readonly<Record<string, Color>>;

const tokens = readFileSync(projectFile('src/styles/tokens.css'), 'utf8');
const [screen = ''] = tokens.split('@media', 1);

/** Returns the colors of a palette of tokens.css. The first one has no selector of its own. */
function paletteColors(palette: string | undefined): Colors {
  const blocks = screen
    .split('}')
    .filter(
      (block) => block.includes(':root {') || block.includes(`:root[data-skin="${palette}"]`),
    );
  const found = blocks.flatMap((block) => [
    // linear: a file of the project
    ...block.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g),
  ]);
  return Object.fromEntries(
    found.map(([, role = '', light = '', dark = '']) => [role, { light, dark }]),
  );
}

/** Returns all colors of a skin: those of its palette, or the tones of its own colors. */
function colorsOf(skin: Skin): Colors {
  const base = paletteColors(skin.palette);
  if (!skin.colors) return base;
  const { light, dark } = skin.colors;
  const darkTones: Readonly<Record<string, string>> = tonesOf(dark, dark, true);
  const tones = Object.entries(tonesOf(light, dark, false)).map(([role, tone]) => [
    role,
    { light: tone, dark: darkTones[role] ?? tone },
  ]);
  return { ...base, ...Object.fromEntries(tones) };
}

const [first] = siteConfig.skins.items;
const colors = first ? colorsOf(first) : paletteColors(undefined);

/** The name of a skin in `data-skin`, and on a device that has chosen it. */
const idOf = ({ palette }: Skin, index: number): string => palette ?? `own-${index + 1}`;

/** Returns the skins that a visitor can choose: their ids, names and accents. The first is the default. */
export const skinChoices = ({ skins }: SiteConfig) =>
  skins.items.map((skin, index) => ({
    id: idOf(skin, index),
    name: skin.name,
    accent: colorsOf(skin).accent ?? { light: '', dark: '' },
  }));

/** Returns a color of the default skin by its role in tokens.css, for what has no stylesheet: pictures, mails, error pages. */
export function colorOf(role: string): Color {
  const color = colors[role];
  if (!color) throw new Error(`tokens.css has no color --${role}.`);
  return color;
}

/** Returns the custom properties of these roles, for the inline style of a page without a stylesheet. */
export const colorProperties = (roles: readonly string[]): string =>
  roles
    .map((role) => {
      const { light, dark } = colorOf(role);
      return `--${role}:light-dark(${light},${dark})`;
    })
    .join(';');

/**
 * Returns the rules of the skins that tokens.css does not have in their place, for its layer.
 * @param isInBuild whether they join a stylesheet of the build, which has `--light` and `--dark` in place of `light-dark()`
 */
export function skinRules(isInBuild: boolean): string {
  const rules = siteConfig.skins.items.flatMap((skin, index) => {
    // tokens.css has the first palette for :root, and the others with their names.
    const isInTokens = skin.palette !== undefined && !skin.colors;
    if (isInTokens && (skin.palette === palettes[0]) === (index === 0)) return [];
    // It outweighs `:root` of tokens.css, before and after it, but neither its palettes nor its rules for paper.
    const selector =
      index === 0 ? 'html:root' : `html:root:where([data-skin="${idOf(skin, index)}"])`;
    const properties = Object.entries(colorsOf(skin)).map(([role, { light, dark }]) =>
      isInBuild
        ? `--${role}:var(--light,${light})var(--dark,${dark})`
        : `--${role}:light-dark(${light},${dark})`,
    );
    return [`${selector}{${properties.join(';')}}`];
  });
  return rules.length === 0 ? '' : `@layer tokens{${rules.join('')}}`;
}
