import type { ReactNode } from 'react';
import styles from './link-page.module.css';

/** Renders the frame of a page whose address contains a token. No search engine lists it. */
export const LinkPage = ({
  sendsFetchMetadata,
  children,
}: {
  /** Whether the browser sends Sec-Fetch-Site, which tells that a form comes from this site. */
  sendsFetchMetadata: boolean;
  children: ReactNode;
}) => (
  <div className={`wrap ${styles.page}`}>
    <meta name="robots" content="noindex" />
    {/* With `no-referrer`, which the response has, other browsers send `Origin: null` with a form (decision 025). */}
    {sendsFetchMetadata ? null : <meta name="referrer" content="strict-origin" />}
    {children}
  </div>
);
