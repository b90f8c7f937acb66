/**
 * The answer to a form. A script gets it as JSON; the `result` 'error' is a failure, any other value a success (section 7). A
 * form without script gets a page, which the same request renders with the answer.
 */
export interface FormAnswer {
  /** The status of the response: 200 if the form was sent. It is 0 in a browser that got no answer. */
  readonly httpStatus: number;
  readonly result: string;
  /** Each line is a paragraph. */
  readonly message: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** The visitor is asked to submit the form again, although nothing in it is wrong. */
  readonly asksAgain?: boolean;
  /** The values that the form should have now: all of them on a page that answers a form without script. */
  readonly values?: Readonly<Record<string, string>>;
  /** The address of the next page, if the form was sent. */
  readonly next?: string;
  /** Whether the honeypot of a form without script was filled. */
  readonly honeypotFilled?: boolean;
}
