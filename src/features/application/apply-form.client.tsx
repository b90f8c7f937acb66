'use client';

import { type ReactNode, useState } from 'react';
import { Alert } from '#src/components/alert/alert.tsx';
import { Button } from '#src/components/button/button.tsx';
import { MessageDialog } from '#src/components/dialog/message-dialog.client.tsx';
import { ErrorSummary } from '#src/components/form/error-summary.client.tsx';
import { Paragraphs } from '#src/components/form/paragraphs.tsx';
import { useHydrated } from '#src/components/form/use-hydrated.ts';
import { Lightbox } from '#src/components/lightbox/lightbox.client.tsx';
import { LoadingOverlay } from '#src/components/overlay/loading-overlay.client.tsx';
import { messages } from '#src/domain/model/messages.ts';
import { AcceptedApplication } from './accepted-application.tsx';
import { postApplication } from './actions.ts';
import styles from './apply-form.module.css';
import type { ApplyState } from './apply-state.ts';
import { DraftNotice, ForgetMe } from './draft-notice.tsx';
import { HiddenFields, ResumeWithoutScript } from './hidden-fields.tsx';
import { applicationMessages } from './messages.ts';
import { EducationSection } from './sections/education-section.tsx';
import { ExperienceSection } from './sections/experience-section.tsx';
import { LetterSection } from './sections/letter-section.tsx';
import { QuestionsSection } from './sections/questions-section.tsx';
import { ReferrerSection } from './sections/referrer-section.tsx';
import { YouSection } from './sections/you-section.tsx';
import { type FormOpening, useApplyForm } from './use-apply-form.ts';

export interface ApplyFormProps {
  /** What a plain form post came to, if this page answers one. */
  posted: ApplyState;
  title: string;
  privacy: { readonly title: string; readonly paragraphs: readonly string[] };
  /** CSS pixels of the cover letter's writing area. */
  letterHeight: number;
  opening: FormOpening;
  /** Shown once the application is accepted: the documents. */
  children: ReactNode;
}

export function ApplyForm({
  posted,
  title,
  privacy,
  letterHeight,
  opening,
  children,
}: ApplyFormProps) {
  const { state, pending, submitted, errors, draft, ...form } = useApplyForm(posted, opening);
  const scripted = useHydrated();
  const [dismissed, setDismissed] = useState(state);
  const accepted = state.status === 'accepted' || submitted;
  const problem = 'says' in state && !accepted ? state : undefined;
  const wrong = errors.summary.length > 0 || problem !== undefined;
  const section = { values: form.values, errorOf: errors.errorOf, disabled: accepted };
  return (
    <div className={styles.flow}>
      <title>{wrong ? `Error: ${title}` : title}</title>
      <ErrorSummary title={applicationMessages.summaryTitle} errors={errors.summary} />
      {accepted ? null : (
        <DraftNotice offer={draft.offer} onRestore={draft.restore} onDiscard={draft.discard} />
      )}
      {accepted && !('values' in state) ? null : (
        <form {...form.formProps} className={styles.form} action={postApplication} noValidate>
          <HiddenFields openingId={opening.id} />
          <Lightbox label={privacy.title}>
            <a className={styles.link} href="#privacy" data-lightbox="content">
              {privacy.title}
            </a>
          </Lightbox>
          <YouSection {...section} />
          <EducationSection {...section} education={form.education} />
          <ExperienceSection {...section} />
          <ReferrerSection {...section} referrer={form.referrer} />
          <LetterSection {...section} editor={form.editor} height={letterHeight} />
          <QuestionsSection {...section} questions={opening.questions} />
          <div id="privacy" className={styles.privacy}>
            <h3>{privacy.title}</h3>
            {privacy.paragraphs.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
          {problem && dismissed === state ? (
            <Alert tone="error" title={messages.error}>
              <Paragraphs paragraphs={problem.says} />
            </Alert>
          ) : null}
          {accepted ? null : (
            <div>
              <Button type="submit">Submit application</Button>
              <ResumeWithoutScript />
            </div>
          )}
        </form>
      )}
      {accepted ? (
        <AcceptedApplication
          resumed={submitted}
          reference={state.status === 'accepted' ? state.reference : undefined}
        >
          {children}
        </AcceptedApplication>
      ) : null}
      {scripted ? <ForgetMe blocked={draft.blocked} onForget={() => void form.forget()} /> : null}
      <MessageDialog
        open={problem !== undefined && dismissed !== state}
        title={messages.error}
        onClose={() => setDismissed(state)}
      >
        <Paragraphs paragraphs={problem?.says ?? []} />
      </MessageDialog>
      <LoadingOverlay open={pending} message="Sending your application…" />
    </div>
  );
}
