type FormAction = (data: FormData) => void | Promise<void>;

type RenderFormAction = (prefix: string) => { readonly action?: string };

/** Sets the address of a post without JavaScript. By default React writes `action=""`, which HTML does not allow. */
export function formAction(path: string, serverFunction: FormAction): FormAction {
  const { $$FORM_ACTION: render } = serverFunction as { $$FORM_ACTION?: RenderFormAction };
  // The browser has no such method, because the submit handler sends the form there. The function is then the same in each
  // render: React writes another address for a new one, and Back restores the controls of a form by its address.
  if (!render) return serverFunction;
  const action: FormAction = (data) => serverFunction(data);
  return Object.assign(action, {
    $$FORM_ACTION: (prefix: string) => ({ ...render.call(serverFunction, prefix), action: path }),
  });
}
