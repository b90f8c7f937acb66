import type { ReactNode } from 'react';
import { texts } from '#language';
import { openingHref } from '#src/addresses.ts';
import { ButtonLink } from '#src/components/button/button.tsx';
import { VisuallyHidden } from '#src/components/visually-hidden/visually-hidden.tsx';
import type { Opening } from '#src/domain/model/opening.ts';
import { fill, fillElements, langOf } from '#src/language/format.ts';
import { addBrowserTexts } from '#src/request/request-context.ts';
import { SaveButton } from '../device/saved-link.client.tsx';
import { ShareLinks } from '../sharing/share-links.tsx';
import styles from './opening-actions.module.css';

/**
 * Renders the Apply Now link and the share links of an opening (section 2). The page of the opening (`isPage`) has
 * Apply Now elsewhere. `children` are further links between Apply Now and the share links.
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
      <ShareLinks path={path} roleName={role_name} isPage={isPage} />
      {isPage ? <SaveButton id={id} /> : null}
    </div>
  );
}
