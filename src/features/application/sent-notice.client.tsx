'use client';

import { useState } from 'react';
import { texts } from '#language';
import { applicationsPath, ownApplicationHref, submissionHref } from '#src/addresses.ts';
import {
  type CompanyApplication,
  companyApplications,
  hasReceipt,
} from '#src/browser/application-records.ts';
import { useStored } from '#src/browser/page-events.ts';
import { useSubmissionStatus } from '#src/browser/submission-status.ts';
import { Alert } from '#src/components/alert/alert.tsx';
import { ResultAlert } from '#src/components/alert/result-alert.client.tsx';
import { Button, ButtonLink } from '#src/components/button/button.tsx';
import type { SubmissionStatus } from '#src/domain/model/submission.ts';
import { fillDate } from '#src/language/format.ts';
import { inLanguage } from '#src/language/paths.ts';
import type { Texts } from '#src/texts/catalogue.ts';
import { type ApplicationView, needsNoDocuments } from './application-view.ts';
import type { FormOpening } from './form-values.ts';

type ApplicationTexts = Texts['application'];
type Words = readonly [title: ApplicationTexts['appliedOn'], link: string, note?: string];

/** For each kind of notice: the title, the text of the link, and a note. */
const notices = {
  needsDocuments: (text) => [text.appliedOn, text.addDocuments],
  needsNoDocuments: (text) => [text.appliedOn, text.seeOrErase],
  /** For an application to this opening, while the form is in use. */
  toOpening: (text) => [text.earlierNotice, text.showDocuments],
  toCompany: (text) => [text.companyNotice, text.seeApplication, text.onceAYear],
  /** Warns before the form is filled in, because the site would refuse another application of the same person. */
  withdrawn: (text) => [text.withdrawn, text.seeOrErase, text.withdrawnNotice],
} satisfies Record<string, (text: ApplicationTexts) => Words>;

function SentNotice({
  kind,
  application: { appliedOn, joblistingid, submissionId },
  href = ownApplicationHref(joblistingid, submissionId),
  onShow,
  isExpected = false,
}: {
  kind: keyof typeof notices;
  application: Pick<SubmissionStatus, 'appliedOn' | 'joblistingid' | 'submissionId'>;
  /** The address to which the notice leads; by default that of the application. */
  href?: string | undefined;
  /** Shows the application in place of the form. */
  onShow?: () => void;
  isExpected?: boolean;
}) {
  const [title, label, note]: Words = notices[kind](texts().application);
  const Message = isExpected ? ResultAlert : Alert;
  return (
    <Message key={kind} tone="info" title={fillDate(title, appliedOn)}>
      {note ? <p>{note}</p> : null}
      {onShow ? (
        <Button variant="secondary" onClick={onShow}>
          {label}
        </Button>
      ) : (
        <ButtonLink variant="secondary" href={href}>
          {label}
        </ButtonLink>
      )}
    </Message>
  );
}

/** The notice about an earlier application to this opening or, if there is none, to its company. */
export function SentNotices({
  view,
  opening,
  onShow,
}: {
  view: ApplicationView;
  opening: FormOpening;
  onShow: () => void;
}) {
  const [toCompany, setToCompany] = useState<CompanyApplication>();
  useStored(() => setToCompany(companyApplications.read(opening.company_id)));
  if (view.kind === 'withdrawn')
    return <SentNotice kind="withdrawn" application={view.status} isExpected={view.isExpected} />;
  if (view.kind !== 'form') return null;
  if (view.earlier)
    return <SentNotice kind="toOpening" application={view.earlier} onShow={onShow} />;
  // Until the site has answered, an application to this opening may be the one that the page will show.
  const isOther = view.earlier === null || toCompany?.joblistingid !== opening.id;
  if (!toCompany || !isOther) return null;
  const href = hasReceipt(toCompany) ? undefined : inLanguage(applicationsPath);
  return <SentNotice kind="toCompany" application={toCompany} href={href} />;
}

/** Leads from a closed opening to this browser's application, because the site still takes its documents. */
export function SentBefore({ openingId }: { openingId: string }) {
  const { status } = useSubmissionStatus(submissionHref(openingId));
  if (!status) return null;
  return (
    <SentNotice
      kind={needsNoDocuments(status) ? 'needsNoDocuments' : 'needsDocuments'}
      application={status}
    />
  );
}
