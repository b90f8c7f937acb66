/** Relative luminance of an sRGB color written as `#rgb` or `#rrggbb` (WCAG 2.2). */
function luminance(hex: string): number {
  const digits = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, '$&$&') : hex;
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

export type Scheme = 'light' | 'dark';

/** Returns the colors of each skin and scheme in tokens.css. A skin inherits the colors that it does not set. */
export function readSkins(css: string): Map<string, Record<Scheme, Map<string, string>>> {
  const screen = css.slice(0, css.indexOf('@media'));
  const skins = new Map<string, Record<Scheme, Map<string, string>>>();
  for (const [, selector = '', body = ''] of screen.matchAll(/(:root[^{]*)\{([^}]*)\}/g)) {
    const skin = /data-skin="([^"]+)"/.exec(selector)?.[1] ?? 'tamarind';
    const base = skins.get('tamarind');
    const colors = skins.get(skin) ?? {
      light: new Map(base?.light),
      dark: new Map(base?.dark),
    };
    for (const [, role = '', light = '', dark = ''] of body.matchAll(
      /--([\w-]+):\s*light-dark\((#[0-9a-f]+),\s*(#[0-9a-f]+)\)/gi,
    )) {
      colors.light.set(role, light);
      colors.dark.set(role, dark);
    }
    skins.set(skin, colors);
  }
  for (const [, role = '', other = ''] of screen.matchAll(/--([\w-]+): var\(--([\w-]+)\)/g))
    for (const { light, dark } of skins.values())
      for (const colors of [light, dark]) {
        const color = colors.get(other);
        if (color) colors.set(role, color);
      }
  return skins;
}
