import { messages } from '#src/domain/model/messages.ts';
import { safeFragment } from './safe-fragment.ts';

/** The part of a page that is its own: what the address's fragment names, else its main part. */
function mainPartOf(page: Document, hash: string): Element {
  const named = hash.length > 1 ? page.getElementById(decodeURIComponent(hash.slice(1))) : null;
  return named ?? page.querySelector('main') ?? page.body;
}

/**
 * Fetches a page of this site to be read in place. Resolves with what may be shown of it, or with the
 * sentence of section 8 where there is nothing to show. Pages of other sites are not fetched.
 */
export async function loadContent(address: string, signal: AbortSignal): Promise<Node | string> {
  if (address === '') return messages.contentNotFound;
  const url = new URL(address, location.href);
  if (url.origin !== location.origin) return messages.contentNotLoaded;
  try {
    const response = await fetch(url, { signal, headers: { accept: 'text/html, text/plain' } });
    if (response.status === 404 || response.status === 410) return messages.contentNotFound;
    const type = response.headers.get('content-type') ?? '';
    if (!response.ok || !/^text\/(html|plain)\b/.test(type)) return messages.contentNotLoaded;
    const text = await response.text();
    if (type.startsWith('text/plain')) return document.createTextNode(text);
    const page = new DOMParser().parseFromString(text, 'text/html');
    const content = safeFragment(mainPartOf(page, url.hash), url.href, document);
    return content.textContent?.trim() || content.querySelector('img')
      ? content
      : messages.contentNotFound;
  } catch {
    return messages.contentNotLoaded;
  }
}

/** Fetches a picture. Resolves with nothing, or with the sentence of section 8 where it does not come. */
export async function loadPicture(address: string): Promise<undefined | string> {
  if (address === '') return messages.contentNotFound;
  const picture = new Image();
  picture.src = address;
  try {
    await picture.decode();
    return undefined;
  } catch {
    return messages.imageNotLoaded;
  }
}
