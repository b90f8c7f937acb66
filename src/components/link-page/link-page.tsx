import type { ReactNode } from 'react';
import { texts } from '#language';
import { listHref } from '#src/addresses.ts';
import { ButtonLink } from '../button/button.tsx';
import { PageHead } from '../page-head/page-head.tsx';
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
  <div className="wrap">
    <meta name="robots" content="noindex" />
    {/* With `no-referrer`, which the response has, other browsers send `Origin: null` with a form (decision 025). */}
    {sendsFetchMetadata ? null : <meta name="referrer" content="strict-origin" />}
    {children}
  </div>
);

/** Has one column, and a link to the openings at its end. */
export const LinkContent = ({
  openings = listHref(),
  children,
}: {
  openings?: string | undefined;
  children: ReactNode;
}) => (
  <div className={styles.content}>
    {children}
    <p>
      <ButtonLink variant="secondary" href={openings}>
        {texts().myApplication.toOpenings}
      </ButtonLink>
    </p>
  </div>
);

/** A page that shows this has nothing else: the link has ended, what it leads to is gone, or it cannot be read. */
export const LinkMessage = ({
  eyebrow,
  title,
  text,
  openings,
  children,
}: {
  eyebrow: string;
  title: string;
  text?: ReactNode;
  /** The address of the list to which it leads; the default is that of all openings. */
  openings?: string;
  children?: ReactNode;
}) => (
  <>
    <PageHead compact eyebrow={eyebrow} title={title}>
      {text ? <p>{text}</p> : null}
    </PageHead>
    <LinkContent openings={openings}>{children}</LinkContent>
  </>
);
