import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import type { EditorHandle } from '#src/components/editor/rich-text-editor.client.tsx';
import type { Question } from '#src/domain/model/opening.ts';
import { educations } from '#src/domain/model/options.ts';
import { normalizeApplication, validateApplication } from '#src/domain/rules/application.ts';
import { forgetAction } from './actions.ts';
import type { ApplyState } from './apply-state.ts';
import { formNames } from './form-names.ts';
import { fillForm, formShows } from './form-values.ts';
import { labelOf } from './labels.ts';
import { readValues, toApplication } from './read-form.ts';
import { useApply } from './use-apply.ts';
import { useDraft } from './use-draft.ts';
import { useFormErrors } from './use-form-errors.ts';
import { useSubmitted } from './use-submitted.ts';

export interface FormOpening {
  readonly id: string;
  readonly company_id: string;
  readonly questions: readonly Question[];
}

/** What the application form knows and does; `posted` is what a plain form post came to. */
export function useApplyForm(posted: ApplyState, opening: FormOpening) {
  const { state, send, pending } = useApply(posted, opening.questions);
  const form = useRef<HTMLFormElement>(null);
  const editor = useRef<EditorHandle>(null);
  const errors = useFormErrors(state, (field) => labelOf(field, opening.questions));
  const { submitted, look } = useSubmitted(opening.id);
  const values = 'values' in state ? (state.values ?? {}) : {};
  const [education, setEducation] = useState<string>(values.education || educations[0]);
  const [referrer, setReferrer] = useState(values.referrer ?? '');

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

  useEffect(() => {
    // The browser may have filled the form itself: after Back, or before this script was there.
    const shown = new FormData(form.current ?? undefined);
    if (shown.has('education')) setEducation(String(shown.get('education')));
    if (shown.has('referrer')) setReferrer(String(shown.get('referrer')));
  }, []);

  function check() {
    const typed = toApplication(read() ?? {}, opening);
    return validateApplication(normalizeApplication(typed, opening.questions), opening.questions);
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

  return {
    state,
    pending,
    values,
    education,
    referrer,
    errors,
    draft,
    editor,
    /** Sent earlier from this browser: the page only has to say so. */
    submitted,
    forget,
    formProps: { ref: form, onSubmit, onInput, onBlur },
  };
}
