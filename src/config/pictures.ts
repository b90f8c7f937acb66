import type { SitePicture } from './site-schema.ts';

/** URLs by path; the build puts a hash of the content into each name. Absent in Node without Vite. */
const urls: Readonly<Record<string, string>> = import.meta.env
  ? import.meta.glob('../pictures/*.webp', { eager: true, import: 'default', query: '?url' })
  : {};

/**
 * A picture of src/pictures, 256 px square, with its half size (`<name>-128.webp`) if there is one.
 * @param alt empty if the text beside the picture describes it
 */
export function picture(name: string, alt = ''): SitePicture {
  const src = urls[`../pictures/${name}.webp`] ?? `/pictures/${name}.webp`;
  const small = urls[`../pictures/${name}-128.webp`];
  return {
    src,
    ...(small !== undefined && { srcSet: `${small} 128w, ${src} 256w` }),
    width: 256,
    height: 256,
    alt,
  };
}
