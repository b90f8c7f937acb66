'use client';

import { type ComponentProps, useState } from 'react';
import { Button } from '../button/button.tsx';

/** The button does nothing without script, so the caller hides it then. */
export function CopyLink({ url, ...button }: { url: string } & ComponentProps<typeof Button>) {
  const [copied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    try {
      // A page on plain http has no clipboard.
      await navigator.clipboard.writeText(url);
      setCopied(true);
    } catch {
      window.prompt('Copy this address:', url);
    }
  }
  return (
    <>
      <Button {...button} data-print="no" onClick={() => void copy()}>
        Copy link
      </Button>{' '}
      <span role="status">{copied ? 'Copied' : ''}</span>
    </>
  );
}
