import { texts } from '#language';
import { copySection } from '#src/html/section-copy.ts';

/** Resolves with an error message of section 8 if the content is of another site or does not load. */
export async function loadContent(address: string, signal: AbortSignal): Promise<Node | string> {
  const { lightbox } = texts();
  if (address === '') return lightbox.contentNotFound;
  const url = new URL(address, location.href);
  if (url.origin !== location.origin) return lightbox.contentNotLoaded;
  try {
    const response = await fetch(url, { signal, headers: { accept: 'text/html, text/plain' } });
    if (response.status === 404 || response.status === 410) return lightbox.contentNotFound;
    const type = response.headers.get('content-type') ?? '';
    if (!response.ok || !/^text\/(html|plain)\b/.test(type)) return lightbox.contentNotLoaded;
    const text = await response.text();
    if (type.startsWith('text/plain')) return document.createTextNode(text);
    const page = new DOMParser().parseFromString(text, 'text/html');
    const section =
      url.hash.length > 1
        ? page.getElementById(decodeURIComponent(url.hash.slice(1)))
        : (page.querySelector('main') ?? page.body);
    if (!section) return lightbox.contentNotFound;
    const content = copySection(section, url.href);
    return content.textContent?.trim() || content.querySelector('img')
      ? content
      : lightbox.contentNotFound;
  } catch {
    return lightbox.contentNotLoaded;
  }
}

/** Resolves with an error message of section 8, or undefined. */
export async function loadPicture(address: string): Promise<undefined | string> {
  const { lightbox } = texts();
  if (address === '') return lightbox.contentNotFound;
  const picture = new Image();
  picture.src = address;
  try {
    await picture.decode();
    return undefined;
  } catch {
    return lightbox.imageNotLoaded;
  }
}
