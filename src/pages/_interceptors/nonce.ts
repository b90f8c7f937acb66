import { unstable_setNonce } from 'waku/router/server';
import { pageRecord } from '#src/request/request-context.ts';

/** Waku and React write the nonce of the page into their inline scripts (src/framework/finish-pages.ts). */
export default function setNonce<Result>(next: () => Result): Result {
  const record = pageRecord();
  if (record) unstable_setNonce(record.nonce);
  return next();
}
