import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Sources and built programs are in folders of the same project. */
function readTokens(directory: string): string {
  const file = join(directory, 'src/styles/tokens.css');
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const parent = dirname(directory);
  if (parent === directory) throw new Error('The project has no src/styles/tokens.css.');
  return readTokens(parent);
}

const tokens = readTokens(dirname(fileURLToPath(import.meta.url)));

/**
 * Returns a color of the default skin in tokens.css, for what has no stylesheet: pictures, the manifest, error pages.
 */
export function colorOf(role: string): { readonly light: string; readonly dark: string } {
  const value = new RegExp(`--${role}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`);
  const [, light, dark] = value.exec(tokens) ?? [];
  if (!light || !dark) throw new Error(`tokens.css has no color --${role}.`);
  return { light, dark };
}

/** Returns the custom properties of these roles, for the inline style of a page without a stylesheet. */
export const colorProperties = (roles: readonly string[]): string =>
  roles
    .map((role) => {
      const { light, dark } = colorOf(role);
      return `--${role}:light-dark(${light},${dark})`;
    })
    .join(';');
