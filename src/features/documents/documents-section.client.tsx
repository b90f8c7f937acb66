'use client';

import { lazy, useEffect, useState } from 'react';
import { texts } from '#language';
import { useHydrated } from '#src/browser/use-hydrated.ts';
import { Alert } from '#src/components/alert/alert.tsx';
import { Button } from '#src/components/button/button.tsx';
import { loadOnce } from '#src/components/lazy/load-when-visible.ts';
import { loadWithTexts } from '#src/components/lazy/load-with-texts.ts';
import type { DocumentsProps, DocumentsUpload } from './documents-upload.tsx';

type Form = typeof DocumentsUpload;

const load = loadOnce(async () => {
  const module = await loadWithTexts('documents', () => import('./documents-upload.tsx'));
  return module.DocumentsUpload;
}, Number.POSITIVE_INFINITY);

/** The server renders the form within the page, because a part that React streams later needs a script to appear. */
const ServerForm: Form | undefined = import.meta.env?.SSR ? await load() : undefined;
/**
 * If the script does not load, this part is not hydrated, and the form still works. There is no `Suspense`, because
 * React streams a large boundary after the page, and a script would have to insert it.
 */
const HydratedForm = lazy(() =>
  load().then(
    (Form) => ({ default: Form }),
    () => new Promise<never>(() => {}),
  ),
);

/** The documents form has a script and texts of its own, because it is needed only after acceptance. */
export function DocumentsForm(props: DocumentsProps) {
  const hydrated = useHydrated();
  const [isInServerHtml] = useState(!hydrated);
  if (!isInServerHtml) return <LoadedForm {...props} />;
  const Form = ServerForm ?? HydratedForm;
  return <Form {...props} />;
}

function LoadedForm(props: DocumentsProps) {
  // The component is in an object, because React would call it.
  const [loaded, setLoaded] = useState<{ readonly Form?: Form }>();
  useEffect(() => {
    load().then(
      (Form) => setLoaded({ Form }),
      () => setLoaded({}),
    );
  }, []);
  if (!loaded) return <p role="status">{texts().documentsNotLoaded.loading}</p>;
  return loaded.Form ? (
    <loaded.Form {...props} />
  ) : (
    <NotLoaded retry={() => load().then((Form) => setLoaded({ Form }))} />
  );
}

/** Replaces the form if its script fails. The upload ticket shows the form again in a later visit. */
function NotLoaded({ retry }: { retry: () => Promise<void> }) {
  const { form, documentsNotLoaded } = texts();
  /** Firefox requests a failed script again only after a reload of the page. */
  const reloadIfConnected = async () => {
    const { ok } = await fetch(window.location.href, { method: 'HEAD' });
    if (ok) window.location.reload();
  };
  return (
    <Alert tone="error" title={documentsNotLoaded.title}>
      <p>{documentsNotLoaded.text}</p>
      <Button
        variant="secondary"
        onClick={() =>
          retry()
            .catch(reloadIfConnected)
            .catch(() => undefined)
        }
      >
        {form.tryAgain}
      </Button>
    </Alert>
  );
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
