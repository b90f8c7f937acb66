import { ButtonLink } from '#src/components/button/button.tsx';
import { Panel } from '#src/components/panel/panel.tsx';
import { VisuallyHidden } from '#src/components/visually-hidden/visually-hidden.tsx';
import { siteConfig } from '#src/config/site.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { preview } from '#src/domain/rules/html-text.ts';
import { citiesOf } from './formatters.ts';
import styles from './opening-panel.module.css';
import { openingPath } from './search-address.ts';
import { ShareLinks } from './share-links.tsx';

/** One line of the list: role, cities, company and status; opened, the preview and the ways on. */
export function OpeningPanel({ opening }: { opening: Opening }) {
  const path = openingPath(opening.id);
  // Section 3: the home page shows one fixed company name in place of the host's.
  const note = [siteConfig.brand.companyName, opening.jobstatus].filter(Boolean).join(' · ');
  return (
    <Panel heading={opening.role_name} aside={citiesOf(opening.locations).join(', ')} note={note}>
      <p>{preview(opening.jobdescription)}</p>
      <div className={styles.actions}>
        <ButtonLink href={path}>
          Apply Now<VisuallyHidden> for {opening.role_name}</VisuallyHidden>
        </ButtonLink>
        <ShareLinks path={path} roleName={opening.role_name} />
      </div>
    </Panel>
  );
}
