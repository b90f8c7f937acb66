import type { PageProps } from 'waku/router';
import { unstable_notFound } from 'waku/router/server';
import { siteConfig } from '#src/config/site.ts';
import { ApplicationForm } from '#src/features/application/application-form.tsx';
import { DocumentsForm } from '#src/features/documents/documents-form.tsx';
import { ApplySection } from '#src/features/openings/apply-section.tsx';
import { findOpening } from '#src/features/openings/find-opening.ts';
import { OpeningDetails } from '#src/features/openings/opening-details.tsx';
import { OpeningHead } from '#src/features/openings/opening-head.tsx';
import { OpeningUnavailable } from '#src/features/openings/opening-missing.tsx';
import { openingIdOf } from '#src/features/openings/search-address.ts';
import { StaleNote } from '#src/features/openings/search-results.tsx';

const formId = 'apply';

export default async function ApplicationPage(props: PageProps<'/application/[id]'>) {
  const id = openingIdOf(props.id);
  const found = await findOpening(id);
  if (found.kind === 'unknown') return unstable_notFound();
  const { companyName } = siteConfig.brand;
  if (found.kind === 'unavailable')
    return (
      <div className="wrap">
        <title>{`Openings | ${companyName}`}</title>
        <meta name="robots" content="noindex" />
        <OpeningUnavailable id={id} />
      </div>
    );
  const { opening, staleSince } = found;
  return (
    <div className="wrap">
      <OpeningHead opening={opening} />
      {staleSince ? <StaleNote since={staleSince} /> : null}
      <OpeningDetails opening={opening} formId={formId} />
      <ApplySection id={formId}>
        <ApplicationForm opening={opening} title={`${opening.role_name} | ${companyName}`}>
          <DocumentsForm joblistingid={opening.id} />
        </ApplicationForm>
      </ApplySection>
    </div>
  );
}

export const getConfig = async () => ({ render: 'dynamic' }) as const;
