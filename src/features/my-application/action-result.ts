import { myApplicationHref } from '#src/addresses.ts';
import { readActionResult } from '#src/request/action-result.ts';

/** An applicant can do this by the link; it is also the last part of the path of its form. */
export type LinkAction = 'documents' | 'withdraw' | 'erase';

/** These actions cannot be undone, so their form has a checkbox, which has the name of the action. */
export type ConfirmedAction = Exclude<LinkAction, 'documents'>;
export const confirmed = 'yes';
/** The field of the form with the instant until which the link works. */
export const worksUntil = 'link_works_until';

const actionResults = [
  'may-upload',
  'withdrawn',
  'erased',
  'withdraw-unconfirmed',
  'erase-unconfirmed',
  /** The API host refused the action or could not be reached. */
  'unchanged',
  'unknown',
] as const;
export type ActionResult = (typeof actionResults)[number];

export const actionPath = (token: string, action: LinkAction): string =>
  `${myApplicationHref(token)}/${action}`;

export const resultHref = (token: string, result?: ActionResult): string =>
  result === undefined ? myApplicationHref(token) : `${myApplicationHref(token)}?result=${result}`;

export const readResult = (query: string): ActionResult | undefined =>
  readActionResult(query, actionResults);
