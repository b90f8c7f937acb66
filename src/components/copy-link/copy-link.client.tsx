'use client';

import { useState } from 'react';
import { texts } from '#language';
import { Button } from '../button/button.tsx';

/** The button needs the script, so the caller hides it on a page without script. */
export function CopyLink({ url, className }: { url: string; className: string | undefined }) {
  const [copied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    try {
      // Over plain HTTP, browsers offer no clipboard.
      await navigator.clipboard.writeText(url);
      setCopied(true);
    } catch {
      window.prompt(texts().copyLink.address, url);
    }
  }
  return (
    <>
      <Button variant="plain" className={className} data-print="no" onClick={() => void copy()}>
        {texts().copyLink.copy}
      </Button>{' '}
      <span role="status">{copied ? texts().copyLink.copied : ''}</span>
    </>
  );
}
