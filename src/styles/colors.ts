import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Relative to the project, which is the working directory of the site (cli/server/start.ts). */
const tokens = readFileSync(join(process.cwd(), 'src/styles/tokens.css'), 'utf8');

/** A color of the default skin in tokens.css, for what has no stylesheet: pictures, the manifest, error pages. */
export function colorOf(role: string): { readonly light: string; readonly dark: string } {
  const value = new RegExp(`--${role}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`);
  const [, light, dark] = value.exec(tokens) ?? [];
  if (!light || !dark) throw new Error(`tokens.css has no color --${role}.`);
  return { light, dark };
}

/** The custom properties of these roles, for the inline style of a page without a stylesheet. */
export const colorProperties = (roles: readonly string[]): string =>
  roles
    .map((role) => {
      const { light, dark } = colorOf(role);
      return `--${role}:light-dark(${light},${dark})`;
    })
    .join(';');
