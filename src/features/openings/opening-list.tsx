import { ButtonLink } from '#src/components/button/button.tsx';
import { Panel } from '#src/components/panel/panel.tsx';
import { VisuallyHidden } from '#src/components/visually-hidden/visually-hidden.tsx';
import type { Opening } from '#src/domain/model/opening.ts';
import { preview } from '#src/domain/rules/preview.ts';
import { settings } from '#src/site/settings.ts';
import { siteFile } from '#src/site/site-file.ts';
import { citiesOf } from './facts.ts';
import styles from './opening-list.module.css';
import { openingPath } from './search-address.ts';

/**
 * Section 2, home: each opening a panel that opens in place. Drawn on the server, so that no browser
 * needs script to read it.
 */
export function OpeningList({ openings }: { openings: readonly Opening[] }) {
  return (
    <div className={styles.list}>
      {openings.map((opening) => (
        <OpeningPanel key={opening.id} opening={opening} />
      ))}
    </div>
  );
}

function OpeningPanel({ opening }: { opening: Opening }) {
  const path = openingPath(opening.id);
  // Section 3: the home page shows one fixed company name in place of the host's.
  const note = [siteFile.brand.companyName, opening.jobstatus].filter(Boolean).join(' · ');
  return (
    <Panel heading={opening.role_name} aside={citiesOf(opening.locations).join(', ')} note={note}>
      <p>{preview(opening.jobdescription)}</p>
      <div className={styles.actions}>
        <ButtonLink href={path}>
          Apply Now<VisuallyHidden>: {opening.role_name}</VisuallyHidden>
        </ButtonLink>
        <ShareLinks path={path} roleName={opening.role_name} />
      </div>
    </Panel>
  );
}

/** Plain links to the networks' own share pages: none of their script runs in ours (section 2). */
export function ShareLinks({ path, roleName }: { path: string; roleName: string }) {
  const address = encodeURIComponent(`${settings().siteOrigin}${path}`);
  return (
    <ul className={styles.share}>
      {siteFile.share.map(({ network, label, href }) => (
        <li key={network}>
          <a
            href={href.replaceAll('{url}', () => address)}
            target="_blank"
            rel="noopener noreferrer"
          >
            {label}
            <VisuallyHidden>: {roleName} (opens in a new tab)</VisuallyHidden>
          </a>
        </li>
      ))}
    </ul>
  );
}
