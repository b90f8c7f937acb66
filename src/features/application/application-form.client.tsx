'use client';

import { createContext, type ReactNode, useRef, useState } from 'react';
import { texts } from '#language';
import { applicationsPath, openingHref, ownApplicationHref, receiptHref } from '#src/addresses.ts';
import { hasReceipt } from '#src/browser/application-records.ts';
import { type ApplyTarget, useSetApplyTarget } from '#src/browser/apply-target.ts';
import { Alert } from '#src/components/alert/alert.tsx';
import { ResultAlert } from '#src/components/alert/result-alert.client.tsx';
import { Button } from '#src/components/button/button.tsx';
import { MessageDialog } from '#src/components/dialog/message-dialog.client.tsx';
import { ErrorBoundary } from '#src/components/error-boundary/error-boundary.client.tsx';
import { ErrorSummary } from '#src/components/form/error-summary.client.tsx';
import { focusNextField } from '#src/components/form/form-controls.ts';
import { SpamCheckFields } from '#src/components/form/spam-check-fields.tsx';
import { Icon } from '#src/components/icon/icon.tsx';
import { Lightbox } from '#src/components/lightbox/lightbox.client.tsx';
import { LoadingOverlay } from '#src/components/overlay/loading-overlay.client.tsx';
import { Prose, type ProseHtml } from '#src/components/prose/prose.tsx';
import textButton from '#src/components/text-button/text-button.module.css';
import type { ApplicationSettings } from '#src/domain/model/application-options.ts';
import { fill, fillDate } from '#src/language/format.ts';
import { inLanguage } from '#src/language/paths.ts';
import type { DraftOutcome } from './application-draft.ts';
import styles from './application-form.module.css';
import { type ApplicationView, isDone, type ShownApplication } from './application-view.ts';
import { ForgetMe } from './forget-device.client.tsx';
import { ApplicationFields, QuestionsSection } from './form-sections.tsx';
import {
  type AcceptedApplication,
  type ApplicationAnswer,
  type FormOpening,
  formNames,
} from './form-values.ts';
import { hasApplied, problemOf } from './messages.ts';
import {
  CookiesBlocked,
  FailedApplication,
  KeepCheckbox,
  OfferNotice,
  OutcomeLine,
} from './notices.tsx';
import { SentNotice } from './sent-notice.client.tsx';
import { useApplicationForm } from './use-application-form.ts';

export interface ApplyFormProps {
  readonly posted: ApplicationAnswer | undefined;
  readonly title: string;
  readonly referrer: string | undefined;
  readonly suggestedEmail: string | undefined;
  /** The page shows this above the open form. */
  readonly needed: ReactNode;
  readonly privacy: { readonly title: string; readonly paragraphs: readonly ProseHtml[] };
  readonly opening: FormOpening;
  readonly settings: ApplicationSettings;
  /** The height of the cover letter's writing area, in CSS pixels. */
  readonly letterHeight: number;
  /** The email address for enquiries, which messages name. */
  readonly enquiries: string;
  readonly captcha: ReactNode;
  readonly children: ReactNode;
}

/** Without JavaScript the page cannot check by itself whether documents are still missing. */
const resumeButton = { className: textButton.button, name: formNames.intent, value: 'resume' };

export const AcceptedContext = createContext<AcceptedApplication>({ applicantId: '' });

export function ApplyForm(props: ApplyFormProps) {
  return (
    <ErrorBoundary note={<FailedApplication openingId={props.opening.id} />}>
      <Form {...props} />
    </ErrorBoundary>
  );
}

function Form(props: ApplyFormProps) {
  const { application, form: formTexts } = texts();
  const { title, privacy, letterHeight, opening, settings, enquiries, children } = props;
  const { values, result, view, draft, ...form } = useApplicationForm(
    props.posted,
    opening,
    props.referrer,
    settings,
  );
  const [dismissed, setDismissed] = useState(result);
  const outcome = useRef<HTMLParagraphElement>(null);
  const decide = (decided: DraftOutcome) => {
    form.decide(decided);
    outcome.current?.focus();
  };
  const shown = view.kind === 'form' ? undefined : view.application;
  const earlier = view.kind === 'form' ? view.earlier : undefined;
  useSetApplyTarget(applyTargetOf(view, opening.id));
  const problem = shown ? undefined : problemOf(result, enquiries, earlier !== undefined);
  const isCheckAgain = result?.asksAgain === true;
  const invalid = form.summary.length > 0 || (problem !== undefined && !isCheckAgain);
  const problemTitle = isCheckAgain ? formTexts.checkTitle : formTexts.messages.error;
  const problemText = (
    <>
      <div className={styles.problem}>
        {problem?.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      {hasApplied(result) && earlier ? (
        <Button
          variant="secondary"
          onClick={({ currentTarget }) => {
            // An open dialog would keep the focus from the documents.
            currentTarget.closest('dialog')?.close();
            form.showEarlier();
          }}
        >
          {application.showDocuments}
        </Button>
      ) : null}
    </>
  );
  const sent =
    view.kind === 'withdrawn' ? (
      <SentNotice kind="withdrawn" application={view.status} isExpected={view.isExpected} />
    ) : earlier ? (
      <SentNotice kind="toOpening" application={earlier} onShow={form.showEarlier} />
    ) : form.sentToCompany ? (
      <SentNotice
        kind="toCompany"
        application={form.sentToCompany}
        href={hasReceipt(form.sentToCompany) ? undefined : inLanguage(applicationsPath)}
      />
    ) : null;
  const draftKept = form.blocked ? application.draftBlocked : application.draftKept;
  const section = { values, errorOf: form.errorOf, disabled: shown !== undefined };
  return (
    <div className={styles.flow}>
      <title>{invalid ? fill(formTexts.errorTitle, { title }) : title}</title>
      <ErrorSummary
        errors={form.summary}
        intro={form.openingChanged ? application.openingChanged : undefined}
      />
      {shown ? null : (
        <>
          {props.needed}
          <OfferNotice offer={draft.offer} onDecide={decide} />
          {sent}
        </>
      )}
      {shown && shown.reason !== 'submitted' ? null : (
        <details className={styles.sent} open={!shown}>
          <summary hidden={!shown}>
            <Icon name="plus" /> {application.whatYouSent}{' '}
            <span className={styles.sender} dir="auto">
              {`${values.firstname} ${values.lastname}, ${values.emailaddress}`}
            </span>
          </summary>
          <form
            {...form.formProps}
            className={styles.form}
            onKeyDown={focusNextField}
            method="post"
            encType="multipart/form-data"
            action={openingHref(opening.id)}
            noValidate
          >
            <input type="hidden" name={formNames.opening} value={opening.id} />
            <input type="hidden" name={formNames.questions} value={form.seen} />
            <div className={styles.top}>
              <Lightbox label={privacy.title}>
                <a className={textButton.button} href="#privacy" data-lightbox="content">
                  {privacy.title}
                </a>
              </Lightbox>
              <OutcomeLine ref={outcome} outcome={draft.outcome} />
            </div>
            <ApplicationFields
              {...section}
              watched={form.watched}
              suggestedEmail={props.suggestedEmail}
              editor={form.editor}
              letterHeight={letterHeight}
              settings={settings}
            />
            <QuestionsSection {...section} questions={form.questions} lang={opening.lang} />
            <details className={styles.privacy}>
              <summary>{privacy.title}</summary>
              <div id="privacy">
                <h3>{privacy.title}</h3>
                {privacy.paragraphs.map((text) => (
                  <Prose key={text.__html} text={text} />
                ))}
              </div>
            </details>
            {problem && dismissed === result ? (
              <ResultAlert tone={isCheckAgain ? 'info' : 'error'} title={problemTitle}>
                {problemText}
              </ResultAlert>
            ) : null}
            {shown ? null : (
              <div>
                <SpamCheckFields {...form.spamCheckProps}>{props.captcha}</SpamCheckFields>
                <Button type="submit">{application.submit}</Button>
                <noscript>
                  <p className={styles.note}>
                    {application.alreadySent}{' '}
                    <button {...resumeButton} type="submit">
                      {application.goOnWithYours}
                    </button>
                  </p>
                </noscript>
              </div>
            )}
          </form>
        </details>
      )}
      {shown && view.kind === 'withdrawn' ? sent : null}
      {shown && view.kind !== 'withdrawn' ? (
        <AcceptedSection openingId={opening.id} {...shown}>
          {shown.reason === 'submitted' ? (
            <KeepCheckbox values={values} company={opening.company} />
          ) : null}
          {view.kind === 'cookies-blocked' ? (
            <CookiesBlocked enquiries={enquiries} retry={form.requestTicket} />
          ) : (
            children
          )}
        </AcceptedSection>
      ) : null}
      {form.watched ? (
        <ForgetMe onForget={form.forget}>{shown ? application.otherPerson : draftKept}</ForgetMe>
      ) : null}
      <MessageDialog
        open={problem !== undefined && dismissed !== result}
        title={problemTitle}
        onClose={() => setDismissed(result)}
      >
        {problemText}
      </MessageDialog>
      <LoadingOverlay open={form.phase === 'sending'} message={application.sending} />
    </div>
  );
}

/** The links to the form lead to the documents of an accepted application, or to its receipt when all have arrived. */
function applyTargetOf(view: ApplicationView, openingId: string): ApplyTarget | undefined {
  if (view.kind !== 'accepted') return undefined;
  const { addDocuments, seeReceipt } = texts().application;
  return isDone(view.application)
    ? { label: seeReceipt, href: receiptHref(openingId, view.application.submissionId) }
    : { label: addDocuments, href: undefined };
}

/** Section 4, step 4. In a later visit the focus stays, because the visitor may read the opening again. */
function AcceptedSection({
  openingId,
  children,
  ...shown
}: ShownApplication & { openingId: string; children: ReactNode }) {
  const { reason, applicantId, submissionId, appliedOn, isClosed = false, mailNotice } = shown;
  const Message = reason === 'earlier' ? Alert : ResultAlert;
  const complete = isDone(shown);
  const { application } = texts();
  const day = fillDate(application.appliedOn, appliedOn ?? '');
  // The element has a key, because a translator of the browser may have replaced the text that React would change.
  const title = <span key={`${complete}`}>{complete ? day : application.messages.applied}</span>;
  return (
    <>
      <div data-print="yes">
        <Message tone="success" title={title}>
          {reason === 'submitted' || complete || !appliedOn ? null : (
            <p>
              {day} {application.resumed}
            </p>
          )}
          {applicantId ? (
            <p>
              {application.reference} <strong className={styles.reference}>{applicantId}</strong>
            </p>
          ) : null}
          {mailNotice ? <p>{mailNotice}</p> : null}
          {reason === 'submitted' ? null : (
            <p>
              <a href={ownApplicationHref(openingId, submissionId)}>{application.seeOrErase}</a>
            </p>
          )}
        </Message>
      </div>
      <AcceptedContext key={`${applicantId} ${isClosed}`} value={shown}>
        {children}
      </AcceptedContext>
    </>
  );
}
