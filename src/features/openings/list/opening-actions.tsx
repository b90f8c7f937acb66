import type { ReactNode } from 'react';
import { openingHref } from '#src/addresses.ts';
import { ButtonLink } from '#src/components/button/button.tsx';
import { VisuallyHidden } from '#src/components/visually-hidden/visually-hidden.tsx';
import { settings } from '#src/config/settings.ts';
import { siteConfig } from '#src/config/site.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { ApplyLink } from '../opening/apply-link.client.tsx';
import { ShareButtons } from '../sharing/share-buttons.client.tsx';
import styles from './opening-actions.module.css';

/**
 * Renders the Apply Now link and the share links of an opening (section 2). `formId` is the application form on the same
 * page; without it Apply Now links to the form of the opening's page. `children` are further links, between the two.
 */
export function OpeningActions({
  opening: { id, role_name },
  formId,
  children,
}: {
  opening: Opening;
  formId?: string;
  children?: ReactNode;
}) {
  const path = openingHref(id);
  return (
    <div className={styles.actions}>
      {formId === undefined ? (
        <ButtonLink href={`${path}#apply`}>
          Apply Now<VisuallyHidden> for {role_name}</VisuallyHidden>
        </ButtonLink>
      ) : (
        <ApplyLink formId={formId} />
      )}
      {children}
      <ShareLinks path={path} roleName={role_name} all={formId !== undefined} />
    </div>
  );
}

const newTab = <VisuallyHidden> (opens in a new tab)</VisuallyHidden>;

/**
 * The links need no script. The name of the opening is in the label of the list, so that a row of home does not repeat
 * it in each link.
 */
function ShareLinks({ path, roleName, all }: { path: string; roleName: string; all: boolean }) {
  const address = `${settings().siteOrigin}${path}`;
  const url = encodeURIComponent(address);
  const title = `${roleName}, ${siteConfig.brand.companyName}`;
  return (
    <ul
      className={styles.share}
      aria-label={`Share the job ${roleName}${all ? '' : ' (opens in a new tab)'}`}
    >
      {siteConfig.share.map(({ network, label, href }) => (
        <li key={network}>
          <a href={href.replaceAll('{url}', () => url)} target="_blank" rel="noopener">
            {label}
            {all ? newTab : null}
          </a>
        </li>
      ))}
      {all ? (
        <>
          <li>
            <a
              href={`https://wa.me/?text=${encodeURIComponent(`${title.toWellFormed()}\n${address}`)}`}
              target="_blank"
              rel="noopener"
            >
              WhatsApp
              {newTab}
            </a>
          </li>
          <li>
            <a href={`mailto:?subject=${encodeURIComponent(title.toWellFormed())}&body=${url}`}>
              Email
            </a>
          </li>
          <ShareButtons url={address} title={title} />
        </>
      ) : null}
    </ul>
  );
}
