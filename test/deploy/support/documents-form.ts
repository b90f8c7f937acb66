import { once } from 'node:events';
import { request } from 'node:http';
import { uploadPath } from '#src/addresses.ts';
import type { NoScriptBrowser } from '#test/support/no-script-browser.ts';

/** An opening of the samples, for which tests apply. */
export const openingId = '104';
/** The form of the documents in a language, as a browser without scripts sends it. */
export const documentsForm = (prefix = '') => ({
  action: `${prefix}${uploadPath}?joblistingid=${openingId}`,
  method: 'post',
  enctype: 'multipart/form-data',
  values: new Map(),
  names: [],
});

/**
 * Sends a CV to the site at `origin` but its end, with the cookies of an applicant. `end` sends the rest, after which `status`
 * is the HTTP status.
 */
export function beginUpload(origin: string, { cookies }: NoScriptBrowser, prefix: string) {
  const outgoing = request(new URL(documentsForm(prefix).action, origin), {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'multipart/form-data; boundary=part',
      cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
      origin,
    },
  });
  outgoing.write(
    '--part\r\ncontent-disposition: form-data; name="document_type"\r\n\r\ncv\r\n' +
      '--part\r\ncontent-disposition: form-data; name="cv"; filename="cv.pdf"\r\n\r\n%PDF-1.7\n',
  );
  outgoing.write(Buffer.alloc(200_000));
  const status = once(outgoing, 'response').then(([response]) => {
    response.resume();
    return response.statusCode;
  });
  status.catch(() => {});
  return { status, end: () => outgoing.end('\r\n--part--\r\n') };
}
