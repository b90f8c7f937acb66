import { unstable_getErrorInfo as getErrorInfo } from 'waku/minimal/client';

/**
 * Sends a form as without script if `error` says that the site has another build now, which lacks the server function that
 * the page called. The site responds with the page of that build and the values. Otherwise the result is undefined.
 */
export function sendToAnotherBuild(error: unknown, data: FormData): Promise<never> | undefined {
  if (getErrorInfo(error)?.status !== 404) return undefined;
  const form = Object.assign(document.createElement('form'), {
    method: 'post',
    enctype: 'multipart/form-data',
    action: window.location.pathname,
    hidden: true,
  });
  for (const [name, value] of data) {
    const control = document.createElement('textarea');
    Object.assign(control, { name, value });
    form.append(control);
  }
  document.body.append(form);
  form.submit();
  // The form stays as it is until the page has arrived.
  return new Promise(() => {});
}
