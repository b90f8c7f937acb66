'use client';

import { createContext, type ReactNode, type Ref, useRef, useState } from 'react';
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
import {
  type ApplicationView,
  needsNoDocuments,
  type ShownApplication,
} from './application-view.ts';
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

type ApplicationState = ReturnType<typeof useApplicationForm>;

function Form(props: ApplyFormProps) {
  const { application, form: formTexts } = texts();
  const { title, opening, enquiries } = props;
  const state = useApplicationForm(props.posted, opening, props.referrer, props.settings);
  const { values, result, view, draft } = state;
  const [dismissed, setDismissed] = useState(result);
  const outcome = useRef<HTMLParagraphElement>(null);
  const decide = (decided: DraftOutcome) => {
    state.decide(decided);
    outcome.current?.focus();
  };
  const shown = view.kind === 'form' ? undefined : view.application;
  useSetApplyTarget(applyTargetOf(view, opening.id));
  const hasEarlier = view.kind === 'form' && view.earlier !== undefined;
  const paragraphs = shown ? undefined : problemOf(result, enquiries, hasEarlier);
  const isCheckAgain = result?.asksAgain === true;
  const invalid = state.summary.length > 0 || (paragraphs !== undefined && !isCheckAgain);
  const problemTitle = isCheckAgain ? formTexts.checkTitle : formTexts.messages.error;
  const showEarlier = hasApplied(result) && hasEarlier ? state.showEarlier : undefined;
  const problem = <Problem paragraphs={paragraphs} showEarlier={showEarlier} />;
  const draftKept = state.blocked ? application.draftBlocked : application.draftKept;
  return (
    <div className={styles.flow}>
      <title>{invalid ? fill(formTexts.errorTitle, { title }) : title}</title>
      <ErrorSummary
        errors={state.summary}
        intro={state.openingChanged ? application.openingChanged : undefined}
      />
      {shown ? null : (
        <>
          {props.needed}
          <OfferNotice offer={draft.offer} onDecide={decide} />
          <SentBeforeNotice state={state} />
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
          <EntryForm page={props} state={state} isSent={shown !== undefined} outcome={outcome}>
            {paragraphs && dismissed === result ? (
              <ResultAlert tone={isCheckAgain ? 'info' : 'error'} title={problemTitle}>
                {problem}
              </ResultAlert>
            ) : null}
          </EntryForm>
        </details>
      )}
      {shown && view.kind === 'withdrawn' ? <SentBeforeNotice state={state} /> : null}
      {shown && view.kind !== 'withdrawn' ? (
        <AcceptedSection openingId={opening.id} {...shown}>
          {shown.reason === 'submitted' ? (
            <KeepCheckbox values={values} company={opening.company} />
          ) : null}
          {view.kind === 'cookies-blocked' ? (
            <CookiesBlocked enquiries={enquiries} retry={state.requestTicket} />
          ) : (
            props.children
          )}
        </AcceptedSection>
      ) : null}
      {state.watched ? (
        <ForgetMe onForget={state.forget}>{shown ? application.otherPerson : draftKept}</ForgetMe>
      ) : null}
      <MessageDialog
        open={paragraphs !== undefined && dismissed !== result}
        title={problemTitle}
        onClose={() => setDismissed(result)}
      >
        {problem}
      </MessageDialog>
      <LoadingOverlay open={state.phase === 'sending'} message={application.sending} />
    </div>
  );
}

function Problem({
  paragraphs,
  showEarlier,
}: {
  paragraphs: readonly string[] | undefined;
  showEarlier: (() => void) | undefined;
}) {
  return (
    <>
      <div className={styles.problem}>
        {paragraphs?.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      {showEarlier ? (
        <Button
          variant="secondary"
          onClick={({ currentTarget }) => {
            // An open dialog would keep the focus from the documents.
            currentTarget.closest('dialog')?.close();
            showEarlier();
          }}
        >
          {texts().application.showDocuments}
        </Button>
      ) : null}
    </>
  );
}

function SentBeforeNotice({
  state: { view, sentToCompany, showEarlier },
}: {
  state: ApplicationState;
}) {
  if (view.kind === 'withdrawn')
    return <SentNotice kind="withdrawn" application={view.status} isExpected={view.isExpected} />;
  if (view.kind === 'form' && view.earlier)
    return <SentNotice kind="toOpening" application={view.earlier} onShow={showEarlier} />;
  if (!sentToCompany) return null;
  const href = hasReceipt(sentToCompany) ? undefined : inLanguage(applicationsPath);
  return <SentNotice kind="toCompany" application={sentToCompany} href={href} />;
}

/** What was entered and, until it is sent, the button that sends it. `children` stand above the button. */
function EntryForm({
  page: { opening, privacy, ...page },
  state,
  isSent,
  outcome,
  children,
}: {
  page: ApplyFormProps;
  state: ApplicationState;
  isSent: boolean;
  outcome: Ref<HTMLParagraphElement>;
  children: ReactNode;
}) {
  const { application } = texts();
  const section = { values: state.values, errorOf: state.errorOf, disabled: isSent };
  return (
    <form
      {...state.formProps}
      className={styles.form}
      onKeyDown={focusNextField}
      method="post"
      encType="multipart/form-data"
      action={openingHref(opening.id)}
      noValidate
    >
      <input type="hidden" name={formNames.opening} value={opening.id} />
      <input type="hidden" name={formNames.questions} value={state.seen} />
      <div className={styles.top}>
        <Lightbox label={privacy.title}>
          <a className={textButton.button} href="#privacy" data-lightbox="content">
            {privacy.title}
          </a>
        </Lightbox>
        <OutcomeLine ref={outcome} outcome={state.draft.outcome} />
      </div>
      <ApplicationFields
        {...section}
        watched={state.watched}
        suggestedEmail={page.suggestedEmail}
        editor={state.editor}
        letterHeight={page.letterHeight}
        settings={page.settings}
      />
      <QuestionsSection {...section} questions={state.questions} lang={opening.lang} />
      <details className={styles.privacy}>
        <summary>{privacy.title}</summary>
        <div id="privacy">
          <h3>{privacy.title}</h3>
          {privacy.paragraphs.map((text) => (
            <Prose key={text.__html} text={text} />
          ))}
        </div>
      </details>
      {children}
      {isSent ? null : (
        <div>
          <SpamCheckFields {...state.spamCheckProps}>{page.captcha}</SpamCheckFields>
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
  );
}

/** The links to the form lead to the documents of an accepted application, or to its receipt when all have arrived. */
function applyTargetOf(view: ApplicationView, openingId: string): ApplyTarget | undefined {
  if (view.kind !== 'accepted') return undefined;
  const { addDocuments, seeReceipt } = texts().application;
  return needsNoDocuments(view.application)
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
  const needsNone = needsNoDocuments(shown);
  const { application } = texts();
  const day = fillDate(application.appliedOn, appliedOn ?? '');
  // The element has a key, because a translator of the browser may have replaced the text that React would change.
  const title = <span key={`${needsNone}`}>{needsNone ? day : application.messages.applied}</span>;
  return (
    <>
      <div data-print="yes">
        <Message tone="success" title={title}>
          {reason === 'submitted' || needsNone || !appliedOn ? null : (
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
