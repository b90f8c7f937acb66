import type { PageProps } from 'waku/router';
import { unstable_notFound } from 'waku/router/server';
import { openingIdOf } from '#src/addresses.ts';
import { referrerOf } from '#src/domain/rules/forms/referrer.ts';
import {
  ApplicationForm,
  ClosedApplicationForm,
} from '#src/features/application/application-form.tsx';
import { documentsProps } from '#src/features/documents/document-help.ts';
import { DocumentsNeeded } from '#src/features/documents/documents-needed.tsx';
import { PreloadDocuments } from '#src/features/documents/documents-section.client.tsx';
import { findOpening } from '#src/features/openings/data/find-opening.ts';
import { catalogueInTime } from '#src/features/openings/data/openings-source.ts';
import { ApplySection, OpeningDetails } from '#src/features/openings/opening/opening-details.tsx';
import { OpeningMetadata } from '#src/features/openings/opening/opening-metadata.tsx';
import {
  OpeningMissing,
  OpeningUnavailable,
} from '#src/features/openings/opening/opening-missing.tsx';
import { PrintedAddress } from '#src/features/openings/opening/printed-address.tsx';
import { SimilarOpenings } from '#src/features/openings/opening/similar-openings.tsx';
import { StaleAlert } from '#src/features/openings/search/search-results.tsx';
import { fill } from '#src/language/format.ts';
import { site, texts } from '#src/language/server.ts';
import { pageTitle } from '#src/language/titles.ts';
import { addBrowserTexts } from '#src/request/request-context.ts';
import { AcceptedDocuments } from '../_components/accepted-documents.client.tsx';

const formId = 'apply';

export default async function OpeningPage(props: PageProps<'/application/[id]'>) {
  addBrowserTexts('copyLink', 'documentsNotLoaded');
  const id = openingIdOf(props.id);
  const [outcome, catalogue] = await Promise.all([findOpening(id), catalogueInTime()]);
  if (outcome.kind === 'unknown') return unstable_notFound();
  if (outcome.kind === 'closed')
    return (
      <OpeningMissing id={id} closed opening={outcome.opening}>
        <ClosedApplicationForm openingId={id} opening={outcome.opening} />
      </OpeningMissing>
    );
  const { companyName } = site().brand;
  if (outcome.kind === 'unavailable')
    return (
      <div className="wrap">
        <title>{fill(texts().pages.openings, { company: companyName })}</title>
        <meta name="description" content={texts().pages.openingsUnavailable} />
        <meta name="robots" content="noindex" />
        <OpeningUnavailable id={id} />
      </div>
    );
  const { opening, staleSince } = outcome;
  return (
    <div className="wrap">
      <OpeningMetadata opening={opening} />
      {staleSince ? <StaleAlert since={staleSince} /> : null}
      <OpeningDetails opening={opening} formId={formId} />
      <PrintedAddress id={opening.id} />
      <ApplySection id={formId} opening={opening}>
        <PreloadDocuments />
        <ApplicationForm
          opening={opening}
          title={pageTitle(opening.role_name)}
          referrer={referrerOf(new URLSearchParams(props.query))}
          needed={<DocumentsNeeded opening={opening} />}
        >
          <AcceptedDocuments joblistingid={opening.id} {...documentsProps(opening)} />
        </ApplicationForm>
      </ApplySection>
      <SimilarOpenings opening={opening} catalogue={catalogue} />
    </div>
  );
}

export const getConfig = async () => ({ render: 'dynamic' }) as const;
