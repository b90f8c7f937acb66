import type { ReactNode } from 'react';
import { texts } from '#language';
import { openingHref } from '#src/addresses.ts';
import { ButtonLink } from '#src/components/button/button.tsx';
import { VisuallyHidden } from '#src/components/visually-hidden/visually-hidden.tsx';
import { settings } from '#src/config/settings.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { fill, fillElements, langOf } from '#src/language/format.ts';
import { site } from '#src/language/server.ts';
import { addBrowserTexts } from '#src/request/request-context.ts';
import { SaveButton } from '../device/saved-link.client.tsx';
import styles from './opening-actions.module.css';
import { ShareButtons } from './share-buttons.client.tsx';

/**
 * Renders the Apply Now link and the share links of an opening (section 2). The page of the opening (`isPage`) has Apply Now
 * elsewhere. `children` are further links, between the two.
 */
export function OpeningActions({
  opening: { id, role_name, language },
  isPage = false,
  children,
}: {
  opening: Opening;
  isPage?: boolean;
  children?: ReactNode;
}) {
  const path = openingHref(id);
  const lang = langOf(language);
  const { apply, applyFor } = texts().openings.opening;
  if (isPage) addBrowserTexts('device');
  return (
    <div className={styles.actions}>
      {isPage ? null : (
        <ButtonLink href={`${path}#apply`}>
          {apply}
          <VisuallyHidden>
            {lang === undefined
              ? fill(applyFor, { role: role_name })
              : fillElements(applyFor, { role: <span lang={lang}>{role_name}</span> })}
          </VisuallyHidden>
        </ButtonLink>
      )}
      {children}
      <ShareLinks path={path} roleName={role_name} all={isPage} />
      {isPage ? <SaveButton id={id} /> : null}
    </div>
  );
}

/**
 * The links need no script. The name of the opening is in the label of the list, so that a row of home does not repeat
 * it in each link.
 */
function ShareLinks({ path, roleName, all }: { path: string; roleName: string; all: boolean }) {
  const address = `${settings().siteOrigin}${path}`;
  const url = encodeURIComponent(address);
  const title = `${roleName}, ${site().brand.companyName}`;
  const { share } = texts().openings;
  const newTab = <VisuallyHidden>{share.newTab}</VisuallyHidden>;
  return (
    <ul aria-label={fill(all ? share.label : share.labelNewTab, { role: roleName })}>
      {site().share.map(({ network, label, href }) => (
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
              {share.email}
            </a>
          </li>
          <ShareButtons url={address} title={title} label={share.more} />
        </>
      ) : null}
    </ul>
  );
}
