import { requestContext } from './request.ts';

/**
 * Where a server function leaves what a plain form post came to, for the server component that draws the
 * form again in the same request (decision 074). `name` is the form's own.
 */
export const postedResult = <State>(name: string) => ({
  leave: (state: State): void => void requestContext().results.set(name, state),
  /** Undefined where the request is no post of this form. */
  found: (): State | undefined => requestContext().results.get(name) as State | undefined,
});
