import type { SitePicture } from './site-values.ts';

/** URLs by path; the build puts a hash of the content into each name. Absent in Node without Vite. */
const urls: Readonly<Record<string, string>> = import.meta.env
  ? import.meta.glob('../pictures/*.svg', {
      eager: true,
      import: 'default',
      // As files: the policy allows no pictures in addresses, and pages name a picture more than once.
      query: '?url&no-inline',
    })
  : {};

/**
 * A picture of src/pictures: a square drawing, sharp in every size. `width` and `height` are its size in the lightbox.
 * @param alt empty if the text beside the picture describes it
 */
export function picture(name: string, alt = ''): SitePicture {
  const src = urls[`../pictures/${name}.svg`] ?? `/pictures/${name}.svg`;
  return { src, width: 400, height: 400, alt };
}
