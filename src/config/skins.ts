import { readFileSync } from 'node:fs';
import { projectFile } from './project-file.ts';
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

const stylesheet = (name: string) => readFileSync(projectFile(`src/styles/${name}`), 'utf8');
const [tokens = ''] = stylesheet('tokens.css').split('@media', 1);
const palettes = stylesheet('palettes.css');

const colorsIn = (css: string): Colors =>
  Object.fromEntries(
    // linear: a file of the project
    [...css.matchAll(/--([\w-]+): light-dark\(([^,]+), ([^;]+)\);/g)].map(
      ([, role = '', light = '', dark = '']) => [role, { light, dark }],
    ),
  );
const baseColors = colorsIn(tokens);

/** Returns the colors of a palette. The first palette is in tokens.css, the others in palettes.css. */
function paletteColors(palette: string | undefined): Colors {
  const [, rules = ''] = palettes.split(`"${palette}"`);
  return { ...baseColors, ...colorsIn(rules.split('}', 1).join()) };
}

/** Returns all colors of a skin: its palette, or the tones of its own colors. */
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

const colorsOfSkins = siteConfig.skins.items.map(colorsOf);
const [colors = baseColors] = colorsOfSkins;

/** The name of a skin in `data-skin`, and on a device that has chosen it. */
const idOf = ({ palette }: Skin, index: number): string => palette ?? `own-${index + 1}`;

/** Returns the skins that a visitor can choose: their ids, names and accents. The first is the default. */
export const skinChoices = ({ skins }: SiteConfig) =>
  skins.items.map((skin, index) => ({
    id: idOf(skin, index),
    name: skin.name,
    accent: colorsOfSkins[index]?.accent ?? { light: '', dark: '' },
  }));

/** Returns a color of the default skin by its role in tokens.css, for pictures, mails and error pages. */
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
 * Returns the rules of the skins: the colors in which the first differs from tokens.css, and each other from the first.
 * @param isInBuild whether they join a stylesheet of the build, which has no `light-dark()`
 */
export function skinRules(isInBuild: boolean): string {
  const rules = siteConfig.skins.items.flatMap((skin, index) => {
    const before = index === 0 ? baseColors : colors;
    const properties = Object.entries(colorsOf(skin)).flatMap(([role, { light, dark }]) => {
      if (before[role]?.light === light && before[role]?.dark === dark) return [];
      return isInBuild
        ? `--${role}:var(--light,${light})var(--dark,${dark})`
        : `--${role}:light-dark(${light},${dark})`;
    });
    // The selector outweighs `:root` of tokens.css in any order, but not the rules for contrast and paper there.
    const selector =
      index === 0 ? 'html:root' : `html:root:where([data-skin="${idOf(skin, index)}"])`;
    return properties.length === 0 ? [] : [`${selector}{${properties.join(';')}}`];
  });
  return rules.length === 0 ? '' : `@layer tokens{${rules.join('')}}`;
}
