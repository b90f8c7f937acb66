'use client';

import {
  type FocusEvent,
  type FormEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Alert } from '#src/components/alert/alert.tsx';
import { Button } from '#src/components/button/button.tsx';
import { MessageDialog } from '#src/components/dialog/message-dialog.client.tsx';
import type { EditorHandle } from '#src/components/editor/editor-handle.ts';
import { ErrorSummary } from '#src/components/error-summary/error-summary.client.tsx';
import { LoadingOverlay } from '#src/components/overlay/loading-overlay.client.tsx';
import type { Question } from '#src/domain/model/opening.ts';
import { educations } from '#src/domain/model/options.ts';
import { sentences } from '#src/domain/model/sentences.ts';
import { tidyApplication, validateApplication } from '#src/domain/rules/application.ts';
import { forgetAction, postApplication } from './actions.ts';
import styles from './apply-form.module.css';
import type { ApplyState } from './apply-state.ts';
import { DraftNotice, ForgetMe } from './draft-notice.tsx';
import { formNames } from './form-names.ts';
import {
  EducationSection,
  ExperienceSection,
  LetterSection,
  QuestionsSection,
  ReferrerSection,
  useScripted,
  YouSection,
} from './form-sections.tsx';
import { fillForm, formShows } from './form-values.ts';
import { HiddenParts, ResumeWithoutScript } from './hidden-parts.tsx';
import { labelOf } from './labels.ts';
import { readValues, toApplication } from './read-form.ts';
import { Says } from './says.tsx';
import { useApply } from './use-apply.ts';
import { useDraft } from './use-draft.ts';
import { useFormErrors } from './use-form-errors.ts';
import { useSubmitted } from './use-submitted.ts';
import { words } from './words.ts';

export interface ApplyFormProps {
  /** What a plain form post came to, if this page answers one. */
  posted: ApplyState;
  title: string;
  privacy: { readonly title: string; readonly paragraphs: readonly string[] };
  opening: {
    readonly id: string;
    readonly company_id: string;
    readonly questions: readonly Question[];
  };
  /** Shown once the application is accepted: the documents. */
  children: ReactNode;
}

export function ApplyForm({ posted, title, privacy, opening, children }: ApplyFormProps) {
  const { state, send, pending } = useApply(posted, opening.questions);
  const form = useRef<HTMLFormElement>(null);
  const editor = useRef<EditorHandle>(null);
  const result = useRef<HTMLDivElement>(null);
  const scripted = useScripted();
  const errors = useFormErrors(state, (field) => labelOf(field, opening.questions));
  const { submitted, look } = useSubmitted(opening.id);
  const values = 'values' in state ? (state.values ?? {}) : {};
  const [education, setEducation] = useState<string>(values.education || educations[0]);
  const [referrer, setReferrer] = useState(values.referrer ?? '');
  const [dismissed, setDismissed] = useState(state);

  const read = () => form.current && readValues(new FormData(form.current), opening.questions);
  const draft = useDraft({
    openingId: opening.id,
    read: () => read() ?? undefined,
    shows: (kept) => !form.current || formShows(form.current, kept),
    fill(kept) {
      const { cover_letter, ...fields } = kept;
      if (form.current) fillForm(form.current, fields);
      if (cover_letter) editor.current?.setValue(cover_letter, kept[formNames.letterFormat]);
    },
    onGone: () => void look(),
  });
  const accepted = state.status === 'accepted' || submitted;
  const problem = 'says' in state && !accepted ? state : undefined;

  useEffect(() => {
    // The browser may have filled the form itself: after Back, or before this script was there.
    const shown = new FormData(form.current ?? undefined);
    if (shown.has('education')) setEducation(String(shown.get('education')));
    if (shown.has('referrer')) setReferrer(String(shown.get('referrer')));
  }, []);
  useEffect(() => {
    if (accepted) result.current?.focus();
  }, [accepted]);

  function check() {
    const typed = toApplication(read() ?? {}, opening);
    return validateApplication(tidyApplication(typed, opening.questions), opening.questions);
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const issues = check();
    errors.show(issues);
    if (issues.length > 0) return;
    draft.save();
    const { key, elapsedMs } = draft.identity();
    data.set(formNames.key, key);
    data.set(formNames.elapsed, String(elapsedMs));
    if ((await send(data))?.status === 'accepted') draft.finish();
  }

  function onInput({ target }: FormEvent) {
    const { name, value } = target as HTMLInputElement;
    if (name === 'education') setEducation(value);
    if (name === 'referrer') setReferrer(value);
    if (name) draft.changed(name);
    errors.typed(name, check);
  }

  function onBlur({ target, relatedTarget }: FocusEvent<HTMLFormElement>) {
    // The button that sends looks at everything itself, and must not move away from under the click.
    if (relatedTarget instanceof HTMLButtonElement) return;
    errors.left((target as unknown as HTMLInputElement).name, check);
  }

  async function forget() {
    draft.forget();
    form.current?.reset();
    editor.current?.setValue('', 'text');
    await forgetAction().catch(() => undefined);
    window.location.reload();
  }

  const wrong = errors.summary.length > 0 || problem !== undefined;
  const section = { values, errorOf: errors.errorOf, disabled: accepted };
  return (
    <div className={styles.flow}>
      <title>{wrong ? `Error: ${title}` : title}</title>
      <ErrorSummary title={words.summaryTitle} errors={errors.summary} />
      {accepted ? null : (
        <DraftNotice offer={draft.offer} onRestore={draft.restore} onDiscard={draft.discard} />
      )}
      {accepted && !('values' in state) ? null : (
        <form
          ref={form}
          className={styles.form}
          action={postApplication}
          onSubmit={onSubmit}
          onInput={onInput}
          onBlur={onBlur}
          noValidate
        >
          <HiddenParts openingId={opening.id} />
          <YouSection {...section} />
          <EducationSection {...section} education={education} />
          <ExperienceSection {...section} />
          <ReferrerSection {...section} referrer={referrer} />
          <LetterSection {...section} editor={editor} />
          <QuestionsSection {...section} questions={opening.questions} />
          <div className={styles.privacy}>
            <h3>{privacy.title}</h3>
            {privacy.paragraphs.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
          {problem && dismissed === state ? (
            <Alert tone="error" title={sentences.error}>
              <Says says={problem.says} />
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
        <>
          <div ref={result} tabIndex={-1}>
            <Alert tone="success" title={sentences.applied}>
              {submitted ? <p>{words.resumed}</p> : null}
              {state.status === 'accepted' && state.reference ? (
                <p>
                  {words.reference} <strong>{state.reference}</strong>
                </p>
              ) : null}
            </Alert>
          </div>
          {children}
        </>
      ) : null}
      {scripted ? <ForgetMe blocked={draft.blocked} onForget={() => void forget()} /> : null}
      <MessageDialog
        open={problem !== undefined && dismissed !== state}
        title={sentences.error}
        onClose={() => setDismissed(state)}
      >
        <Says says={problem?.says ?? []} />
      </MessageDialog>
      <LoadingOverlay open={pending} message="Sending your application…" />
    </div>
  );
}
