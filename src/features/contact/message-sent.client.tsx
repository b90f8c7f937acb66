'use client';

import { useEffect } from 'react';
import { useRouter } from 'waku';
import { Alert } from '#src/components/alert/alert.tsx';
import { limits } from '#src/domain/model/limits.ts';
import { messages } from '#src/domain/model/messages.ts';
import styles from './message-form.module.css';

/** Section 4, contact. No page stands at /home: it leads to `/`, as any other path does. */
const home = '/home';

/** 'Sent Message', then home after two seconds; without script the browser's own refresh does it. */
export function MessageSent({ title }: { title: string }) {
  const { push } = useRouter();
  useEffect(() => {
    const timer = setTimeout(() => {
      push(home).catch(() => window.location.assign(home));
    }, limits.contactRedirectMs);
    return () => clearTimeout(timer);
  }, [push]);
  return (
    <>
      <title>{`${messages.messageSent} | ${title}`}</title>
      <noscript>
        <meta httpEquiv="refresh" content={`${limits.contactRedirectMs / 1000};url=${home}`} />
      </noscript>
      <div className={styles.sent}>
        <Alert tone="success" title={messages.messageSent}>
          <p>
            Thank you. We are taking you to the home page; <a href="/">go there now</a>.
          </p>
        </Alert>
      </div>
    </>
  );
}
