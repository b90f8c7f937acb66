import { requestContext } from './request-context.ts';

/**
 * Where a server function leaves what a plain form post came to, for the server component that draws the
 * form again in the same request (decision 074). `name` is the form's own.
 */
export const formResult = <State>(name: string) => ({
  set: (state: State): void => void requestContext().results.set(name, state),
  /** Undefined where the request is no post of this form. */
  get: (): State | undefined => requestContext().results.get(name) as State | undefined,
});
