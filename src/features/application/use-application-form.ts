import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { EditorHandle } from '#src/components/editor/rich-text-editor.client.tsx';
import { type ControlValues, controlsShow } from '#src/components/form/form-controls.ts';
import { useForm } from '#src/components/form/use-form.ts';
import { fieldMessages } from '#src/domain/model/issues.ts';
import {
  gradesFor,
  normalizeApplication,
  validateApplication,
} from '#src/domain/rules/application.ts';
import { spamCheckFields } from '#src/domain/rules/spam-check.ts';
import { forgetAction, submitAction } from './actions.ts';
import type { ApplicationResult } from './application-result.ts';
import { type FormOpening, formNames, readValues, toApplication } from './form-values.ts';
import { changedQuestions, errorsOf, labelOf } from './messages.ts';
import { useDraft } from './use-draft.tsx';

const watch = ['education', 'grades', 'referrer'];

/** Removes a grade that does not belong to the new education. */
function adjust(values: ControlValues, changed: string): ControlValues {
  const { education = '', grades = '' } = values;
  const fits = changed !== 'education' || gradesFor(education).includes(grades);
  return fits ? values : { ...values, grades: '' };
}

/** The state and the handlers of the application form. */
export function useApplicationForm(
  initialResult: ApplicationResult,
  honeypotFilled: boolean | undefined,
  opening: FormOpening,
) {
  const [questions, setQuestions] = useState(opening.questions);
  const editor = useRef<EditorHandle>(null);
  const { submitted, check } = useSubmitted(opening.id);

  const { form, fill, formProps, ...state } = useForm<ApplicationResult>({
    initialResult,
    honeypotFilled,
    watch,
    adjust,
    validate(data) {
      const entered = toApplication(readValues(data, questions), { ...opening, questions });
      return fieldMessages(
        validateApplication(normalizeApplication(entered, questions), questions),
      );
    },
    async send(data) {
      draft.save();
      data.set(formNames.key, draft.formKey());
      const result = await submitAction(data);
      if (result.status === 'accepted') draft.finish();
      const changed = changedQuestions(result);
      if (changed) setQuestions(changed);
      return result;
    },
    failedResult: (data) => ({
      status: 'unanswered',
      values: readValues(data, questions),
      offline: !navigator.onLine,
    }),
    errorsOf,
    labelOf: (field, result) => labelOf(field, changedQuestions(result) ?? questions),
  });

  const draft = useDraft({
    openingId: opening.id,
    read: () => (form.current ? readValues(new FormData(form.current), questions) : undefined),
    shows: (values) => !form.current || controlsShow(form.current, values),
    fill({ cover_letter, [formNames.letterFormat]: format, ...fields }) {
      fill(fields);
      if (cover_letter) editor.current?.setValue(cover_letter, format);
    },
    onGone: () => void check(),
  });

  function onInput(event: FormEvent): void {
    formProps.onInput(event);
    const { name } = event.target as HTMLInputElement;
    if (name && name !== spamCheckFields.honeypot) draft.changed(name);
  }

  async function forget(): Promise<void> {
    draft.forget();
    form.current?.reset();
    editor.current?.setValue('', 'text');
    await forgetAction().catch(() => undefined);
    window.location.reload();
  }

  const { result } = state;
  return {
    ...state,
    questions,
    openingChanged: changedQuestions(result) !== undefined && !state.outdated,
    values: 'values' in result ? (result.values ?? {}) : {},
    accepted: result.status === 'accepted' || submitted,
    /** Accepted earlier, from this browser. */
    resumed: submitted && result.status !== 'accepted',
    draft,
    editor,
    forget,
    formProps: { ...formProps, onInput },
  };
}

/**
 * Whether this browser has an upload ticket for this opening: from an earlier visit, another tab,
 * or a submission before hydration. The script requests it, because the cached page is the same for
 * every visitor.
 */
function useSubmitted(openingId: string) {
  const [submitted, setSubmitted] = useState(false);
  const check = useCallback(async () => {
    const response = await fetch(`/api/submission?joblistingid=${encodeURIComponent(openingId)}`, {
      headers: { accept: 'application/json' },
    }).catch(() => undefined);
    if (response?.status !== 200) return;
    const body: unknown = await response.json().catch(() => undefined);
    const submission = body as { joblistingid?: string } | undefined;
    if (submission?.joblistingid === openingId) setSubmitted(true);
  }, [openingId]);

  useEffect(() => {
    void check();
    // The browser may restore this page from its back/forward cache.
    const onPageShow = (event: PageTransitionEvent) => event.persisted && void check();
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, [check]);

  return { submitted, check };
}
