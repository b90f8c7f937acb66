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

/** The content of such a page: one column, with a link to the openings at its end. */
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

/** The only content of a page whose link has ended, or leads to something that is gone or cannot be read. */
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
  /** The address of the list at the end; the default is the list of all openings. */
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
