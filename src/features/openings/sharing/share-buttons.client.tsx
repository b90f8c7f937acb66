'use client';

import { useEffect, useState } from 'react';
import styles from '../list/opening-actions.module.css';

/**
 * Copies the address, or opens the share sheet of the device. Without script the stylesheet hides both; a browser without
 * the share sheet has no button for it.
 */
export function ShareButtons({ url, title }: { url: string; title: string }) {
  const [copied, setCopied] = useState(false);
  const [hasShareSheet, setHasShareSheet] = useState(false);
  useEffect(() => setHasShareSheet(typeof navigator.share === 'function'), []);
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
      <li className={styles.scripted}>
        <button type="button" className={styles.button} onClick={() => void copy()}>
          Copy link
        </button>{' '}
        <span role="status">{copied ? 'Copied' : ''}</span>
      </li>
      {hasShareSheet ? (
        <li className={styles.scripted}>
          <button
            type="button"
            className={styles.button}
            onClick={() => void navigator.share({ url, title }).catch(() => {})}
          >
            Share…
          </button>
        </li>
      ) : null}
    </>
  );
}
