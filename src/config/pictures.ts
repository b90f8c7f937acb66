import type { SitePicture } from './site-values.ts';

/** The URLs by path. The build adds a hash of the content to each name. Node without Vite has no URLs. */
const urls: Readonly<Record<string, string>> = import.meta.env
  ? import.meta.glob('../pictures/*.svg', {
      eager: true,
      import: 'default',
      // The pictures stay files, because the policy allows no data URLs, and pages name a picture more than once.
      query: '?url&no-inline',
    })
  : {};

/** `width` and `height` are the size in the lightbox. `alt` is empty if the text beside the picture describes it. */
export function picture(name: string): SitePicture & { readonly alt: '' };
export function picture(name: string, alt: string): SitePicture;
export function picture(name: string, alt = ''): SitePicture {
  const src = urls[`../pictures/${name}.svg`] ?? `/pictures/${name}.svg`;
  return { src, width: 400, height: 400, alt };
}
