'use client';

import { useState } from 'react';
import { texts } from '#language';
import { Button } from '../button/button.tsx';

/** The button does nothing without script, so the caller hides it then. */
export function CopyLink({ url, className }: { url: string; className: string | undefined }) {
  const [copied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    try {
      // A page on plain http has no clipboard.
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
