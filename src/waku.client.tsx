import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { unstable_defaultRootOptions as rootOptions } from 'waku/client';
import { Router } from 'waku/router/client';

const root = (
  <StrictMode>
    <Router />
  </StrictMode>
);

// As in Waku's own entry, except for the transition: React then pauses between components, so that hydration does not
// block the page, and finishes at once when the visitor does something.
if ('__WAKU_HYDRATE__' in globalThis)
  startTransition(() => void hydrateRoot(document, root, rootOptions));
else createRoot(document, rootOptions).render(root);
