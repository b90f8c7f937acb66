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
  /** Nothing is wrong: the visitor is asked to submit again. */
  readonly asksAgain?: boolean;
  /** The values that the form should have now. On a page that a form without script has rendered, all of them. */
  readonly values?: Readonly<Record<string, string>>;
  /** The form was sent, and this is the address of the page that follows. */
  readonly next?: string;
  /** A form without script had a filled honeypot. */
  readonly honeypotFilled?: boolean;
}
