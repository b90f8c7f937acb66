import { hash } from 'node:crypto';
import { type PictureFile, sitePictures } from './pictures.ts';
import { siteConfig } from './site.ts';
import { colorOf } from './skins.ts';

const [accent, plate, onAccent] = [
  colorOf('accent'),
  colorOf('illustration-1'),
  colorOf('on-accent'),
];
const body = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>Plate</title><style>.p{fill:${accent.light}}.r{fill:${plate.light}}@media(prefers-color-scheme:dark){.p{fill:${accent.dark}}.r{fill:${onAccent.dark}}}</style><circle class="p" cx="16" cy="16" r="15"/><circle class="r" cx="16" cy="16" r="8.5"/><circle class="p" cx="19.5" cy="13" r="3"/></svg>`,
);
const plateIcon: PictureFile = {
  path: `/assets/site-icon-${hash('sha256', body, 'base64url').slice(0, 8)}.svg`,
  body,
};

/** Returns the picture of `brand.icon`, or a plate in the colors of the default skin. */
export const siteIcon = (): PictureFile =>
  sitePictures().find(({ path }) => path === siteConfig.brand.icon?.src) ?? plateIcon;
