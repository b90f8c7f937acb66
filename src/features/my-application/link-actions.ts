/** The actions that cannot be undone. Their form has a checkbox with the name of the action. */
export type ConfirmedAction = 'withdraw' | 'erase';
export const confirmed = 'yes';
/** The field of the form with the instant until which the link works. */
export const worksUntil = 'link_works_until';

export const actionResults = [
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
