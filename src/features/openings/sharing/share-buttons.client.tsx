'use client';

import { useHydrated } from '#src/browser/use-hydrated.ts';
import { Button } from '#src/components/button/button.tsx';
import { CopyLink } from '#src/components/copy-link/copy-link.client.tsx';
import styles from './share-buttons.module.css';

/** Without script the stylesheet hides both buttons. A browser without a share sheet gets no button for it. */
export function ShareButtons({
  url,
  title,
  label,
}: {
  url: string;
  title: string;
  /** The text of the button that opens the share sheet. */
  label: string;
}) {
  const hasShareSheet = useHydrated() && typeof navigator.share === 'function';
  return (
    <>
      <li className="scripted">
        <CopyLink url={url} className={styles.button} />
      </li>
      {hasShareSheet ? (
        <li className="scripted">
          <Button
            variant="plain"
            className={styles.button}
            onClick={() => void navigator.share({ url, title }).catch(() => {})}
          >
            {label}
          </Button>
        </li>
      ) : null}
    </>
  );
}
