type FormAction = (data: FormData) => void | Promise<void>;

/** What React renders for a server function in the `action` of a form. */
type RenderFormAction = (prefix: string) => { readonly action?: string };

/**
 * A server function for the `action` of a form that posts to `path` without JavaScript. React alone writes
 * `action=""`, which HTML does not allow.
 */
export function formAction(path: string, serverFunction: FormAction): FormAction {
  const { $$FORM_ACTION: render } = serverFunction as { $$FORM_ACTION?: RenderFormAction };
  // Absent in the browser, where the submit handler sends the form. The function is then the same in each render: for a
  // new one React writes another address, and Back restores the controls of a form by its address.
  if (!render) return serverFunction;
  const action: FormAction = (data) => serverFunction(data);
  return Object.assign(action, {
    $$FORM_ACTION: (prefix: string) => ({ ...render.call(serverFunction, prefix), action: path }),
  });
}
