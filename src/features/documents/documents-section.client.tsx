'use client';

import { type ComponentProps, lazy, useEffect, useState } from 'react';
import { loadOnce } from '#src/components/lazy/load-when-visible.ts';
import { useHydrated } from '#src/components/use-hydrated.ts';
import type { DocumentsUpload } from './documents-upload.tsx';

type Form = typeof DocumentsUpload;

const load = loadOnce(async () => (await import('./documents-upload.tsx')).DocumentsUpload);
/** The server renders the form with the page: a part that is streamed later needs a script to be seen. */
const ServerForm: Form | undefined = import.meta.env?.SSR ? await load() : undefined;
/** Hydrates the form of the server when the script has loaded. */
const HydratedForm = lazy(async () => ({ default: await load() }));

/** The documents form. It has a script of its own, because it is needed only after acceptance. */
export function DocumentsSection(props: ComponentProps<Form>) {
  const hydrated = useHydrated();
  const [isInServerHtml] = useState(!hydrated);
  if (ServerForm) return <ServerForm {...props} />;
  return isInServerHtml ? <HydratedForm {...props} /> : <LoadedForm {...props} />;
}

function LoadedForm(props: ComponentProps<Form>) {
  // In an object, because React would call the component.
  const [loaded, setLoaded] = useState<{ readonly Form: Form }>();
  useEffect(() => {
    load().then(
      (Form) => setLoaded({ Form }),
      // The application is accepted: the upload ticket shows the documents form again.
      () => window.location.reload(),
    );
  }, []);
  return loaded ? <loaded.Form {...props} /> : null;
}

/** Loads the script of the documents form as soon as a field has the focus. */
export function PreloadDocuments() {
  useEffect(() => {
    const preload = () => void load().catch(() => {});
    document.addEventListener('focusin', preload, { once: true });
    return () => document.removeEventListener('focusin', preload);
  }, []);
  return null;
}
