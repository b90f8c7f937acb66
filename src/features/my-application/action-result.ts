import { myApplicationPath } from '#src/domain/rules/addresses.ts';

/** What an applicant can do by the link, and the last part of the path of its form. */
export type LinkAction = 'documents' | 'withdraw' | 'erase';

/** What cannot be undone. The name of the checkbox is that of the action. */
export type ConfirmedAction = Exclude<LinkAction, 'documents'>;
/** The value of the checkbox. */
export const confirmed = 'yes';

const actionResults = [
  'may-upload',
  'withdrawn',
  'erased',
  'withdraw-unconfirmed',
  'erase-unconfirmed',
  /** The API host refused the action or could not be reached. */
  'unchanged',
  /** The response of the API host was lost. */
  'unknown',
] as const;
/** What the last action did. It stands in the query of the page, so that a page that is loaded again does nothing again. */
export type ActionResult = (typeof actionResults)[number];

export const actionPath = (token: string, action: LinkAction): string =>
  `${myApplicationPath(token)}/${action}`;

export const resultHref = (token: string, result?: ActionResult): string =>
  result === undefined ? myApplicationPath(token) : `${myApplicationPath(token)}?result=${result}`;

/** The result in the query of the page; undefined if there is none, or one that no action has. */
export function readResult(query: string): ActionResult | undefined {
  const text = new URLSearchParams(query).get('result');
  return actionResults.find((result) => result === text);
}
