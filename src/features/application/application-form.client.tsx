'use client';

import { type ReactNode, type Ref, useRef, useState } from 'react';
import { texts } from '#language';
import { openingHref } from '#src/addresses.ts';
import { useSetApplyTarget } from '#src/browser/apply-target.ts';
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
import { fill } from '#src/language/format.ts';
import { AcceptedSection, applyTargetOf } from './accepted-section.tsx';
import type { DraftOutcome } from './application-draft.ts';
import styles from './application-form.module.css';
import { ForgetMe } from './forget-device.client.tsx';
import { ApplicationFields, QuestionsSection } from './form-sections.tsx';
import { type ApplicationAnswer, type FormOpening, formNames } from './form-values.ts';
import { hasApplied, problemOf } from './messages.ts';
import {
  CookiesBlocked,
  FailedApplication,
  KeepCheckbox,
  OfferNotice,
  OutcomeLine,
} from './notices.tsx';
import { SentNotices } from './sent-notice.client.tsx';
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

/** Without JavaScript only the site can tell whether documents are still missing, so this button asks it. */
const resumeButton = { className: textButton.button, name: formNames.intent, value: 'resume' };

export function ApplyForm(props: ApplyFormProps) {
  return (
    <ErrorBoundary note={<FailedApplication openingId={props.opening.id} />}>
      <Form {...props} />
    </ErrorBoundary>
  );
}

function Form(props: ApplyFormProps) {
  const { application, form: formTexts } = texts();
  const { title, opening, enquiries } = props;
  const state = useApplicationForm(props.posted, opening, props.referrer, props.settings);
  const { form, values, view, draft, showEarlier } = state;
  const { result, summary, phase } = form;
  const [dismissed, setDismissed] = useState(result);
  const outcome = useRef<HTMLParagraphElement>(null);
  const decide = (decided: DraftOutcome) => {
    draft.decide(decided);
    outcome.current?.focus();
  };
  const shown = view.kind === 'form' ? undefined : view.application;
  useSetApplyTarget(applyTargetOf(view, opening.id));
  const hasEarlier = view.kind === 'form' && Boolean(view.earlier);
  const paragraphs = shown ? undefined : problemOf(result, enquiries, hasEarlier);
  const isCheckAgain = result?.asksAgain === true;
  const invalid = summary.length > 0 || (paragraphs !== undefined && !isCheckAgain);
  const problemTitle = isCheckAgain ? formTexts.checkTitle : formTexts.messages.error;
  const problem = (
    <Problem
      paragraphs={paragraphs}
      showEarlier={hasApplied(result) && hasEarlier ? showEarlier : undefined}
    />
  );
  const openingChanged = result?.questions !== undefined && phase === 'answered';
  const sentNotice = <SentNotices view={view} opening={opening} onShow={showEarlier} />;
  const draftKept = draft.blocked ? application.draftBlocked : application.draftKept;
  return (
    <div className={styles.flow}>
      <title>{invalid ? fill(formTexts.errorTitle, { title }) : title}</title>
      <ErrorSummary
        errors={summary}
        intro={openingChanged ? application.openingChanged : undefined}
      />
      {shown ? null : (
        <>
          {props.needed}
          <OfferNotice offer={draft.state.offer} onDecide={decide} />
          {sentNotice}
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
      {shown && view.kind === 'withdrawn' ? sentNotice : null}
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
      {state.fields.watched ? (
        <ForgetMe onForget={draft.forget}>{shown ? application.otherPerson : draftKept}</ForgetMe>
      ) : null}
      <MessageDialog
        open={paragraphs !== undefined && dismissed !== result}
        title={problemTitle}
        onClose={() => setDismissed(result)}
      >
        {problem}
      </MessageDialog>
      <LoadingOverlay open={phase === 'sending'} message={application.sending} />
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

/** The fields of the form and, until it is sent, the submit button. `children` stand above the button. */
function EntryForm({
  page: { opening, privacy, ...page },
  state: { form, fields, draft, values },
  isSent,
  outcome,
  children,
}: {
  page: ApplyFormProps;
  state: ReturnType<typeof useApplicationForm>;
  isSent: boolean;
  outcome: Ref<HTMLParagraphElement>;
  children: ReactNode;
}) {
  const { application } = texts();
  const section = { values, errorOf: form.errorOf, disabled: isSent };
  return (
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
      <input type="hidden" name={formNames.questions} value={fields.seen} />
      <div className={styles.top}>
        <Lightbox label={privacy.title}>
          <a className={textButton.button} href="#privacy" data-lightbox="content">
            {privacy.title}
          </a>
        </Lightbox>
        <OutcomeLine ref={outcome} outcome={draft.state.outcome} />
      </div>
      <ApplicationFields
        {...section}
        watched={fields.watched}
        suggestedEmail={page.suggestedEmail}
        editor={fields.editor}
        letterHeight={page.letterHeight}
        settings={page.settings}
      />
      <QuestionsSection {...section} questions={fields.questions} lang={opening.lang} />
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
          <SpamCheckFields {...form.spamCheckProps}>{page.captcha}</SpamCheckFields>
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
