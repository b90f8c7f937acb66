import { myApplicationHref } from '#src/addresses.ts';

/** An applicant can do this by the link; it is also the last part of the path of its form. */
export type LinkAction = 'documents' | 'withdraw' | 'erase';

/** These actions cannot be undone, so their form has a checkbox, which has the name of the action. */
export type ConfirmedAction = Exclude<LinkAction, 'documents'>;
export const confirmed = 'yes';

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
/** The result of the last action is in the query of the page, so that loading the page again repeats nothing. */
export type ActionResult = (typeof actionResults)[number];

export const actionPath = (token: string, action: LinkAction): string =>
  `${myApplicationHref(token)}/${action}`;

export const resultHref = (token: string, result?: ActionResult): string =>
  result === undefined ? myApplicationHref(token) : `${myApplicationHref(token)}?result=${result}`;

/** Returns the result in the query of the page; undefined if there is none, or if no action has it. */
export function readResult(query: string): ActionResult | undefined {
  const text = new URLSearchParams(query).get('result');
  return actionResults.find((result) => result === text);
}
