import { useCallback, useEffect, useState } from 'react';

/**
 * Whether this browser holds the ticket of an accepted application to this opening: from an earlier visit,
 * from another tab, or sent before the page's script was there. Pages are the same for everybody, so it
 * is asked once the page stands.
 */
export function useSubmitted(openingId: string) {
  const [submitted, setSubmitted] = useState(false);
  const look = useCallback(async () => {
    const found = await fetch(`/api/submission?joblistingid=${encodeURIComponent(openingId)}`, {
      headers: { accept: 'application/json' },
    }).catch(() => undefined);
    if (found?.status !== 200) return;
    const body: unknown = await found.json().catch(() => undefined);
    const held = body as { joblistingid?: string } | undefined;
    if (held?.joblistingid === openingId) setSubmitted(true);
  }, [openingId]);

  useEffect(() => {
    void look();
    // Back from the documents or another page: the browser may show this one as it was.
    const onShow = (event: PageTransitionEvent) => event.persisted && void look();
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, [look]);

  return { submitted, look };
}
