export type Scheme = 'light' | 'dark';

/** Returns the colors of each skin and scheme in a stylesheet. A skin inherits the colors that it does not set. */
export function readSkins(css: string): Map<string, Record<Scheme, Map<string, string>>> {
  const skins = new Map<string, Record<Scheme, Map<string, string>>>();
  for (const [, selector = '', body = ''] of css.matchAll(/(:root[^{]*)\{([^}]*)\}/g)) {
    const skin = /data-skin="([^"]+)"/.exec(selector)?.[1] ?? 'clay';
    const base = skins.get('clay');
    const colors = skins.get(skin) ?? { light: new Map(base?.light), dark: new Map(base?.dark) };
    for (const [, role = '', light = '', dark = ''] of body.matchAll(
      /--([\w-]+):\s*light-dark\((#[0-9a-f]+),\s*(#[0-9a-f]+)\)/gi,
    )) {
      colors.light.set(role, light);
      colors.dark.set(role, dark);
    }
    skins.set(skin, colors);
  }
  for (const [, role = '', other = ''] of css.matchAll(/--([\w-]+): var\(--([\w-]+)\)/g))
    for (const { light, dark } of skins.values())
      for (const colors of [light, dark]) {
        const color = colors.get(other);
        if (color) colors.set(role, color);
      }
  return skins;
}
