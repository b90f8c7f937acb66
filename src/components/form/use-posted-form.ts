import { useEffect, useEffectEvent } from 'react';
import { useForgotten, wasOpenedBeforeForgotten } from '#src/browser/forgotten.ts';
import { useLanguageChange } from '#src/browser/language-change.ts';
import type { FormResponse } from '#src/domain/model/issues.ts';
import type { PostedForm } from '#src/domain/rules/forms/spam-check.ts';
import { readEntered } from './form-controls.ts';
import { sendForm } from './send-form.ts';
import { type FormOptions, useForm } from './use-form.ts';

type Options = FormOptions<FormResponse | undefined>;

export interface PostedFormOptions
  extends Pick<Options, 'validate' | 'validateRemotely' | 'scope'> {
  /** The answer to the form that rendered this page; undefined if there was none. */
  readonly posted: PostedForm<FormResponse> | undefined;
  readonly labelOf: (name: string) => string | undefined;
  /** The message if no answer arrives. */
  readonly unanswered: string;
  readonly onSent?: (data: FormData, response: FormResponse) => void;
}

/**
 * A form without a draft, which is sent to its `action`. That answers a script with a `FormResponse`. `answer` is undefined
 * while the form is invalid or being sent. `problem` has the paragraphs of a refusal that is about no field.
 */
export function usePostedForm({ unanswered, onSent, ...options }: PostedFormOptions) {
  const form = useForm<FormResponse | undefined>({
    ...options,
    emptyResult: undefined,
    async send(data, element) {
      const response = await sendForm(data, element);
      if (response.result !== 'error') onSent?.(data, response);
      return response;
    },
    failedResult: () => ({ result: 'error', message: unanswered }),
    errorsOf: (response) => (response?.result === 'error' ? (response.fields ?? {}) : {}),
  });
  const emptyOnReturn = useEffectEvent(() => {
    if (wasOpenedBeforeForgotten()) form.empty();
  });
  useEffect(() => emptyOnReturn(), []);
  useForgotten(form.empty);
  useLanguageChange(options.scope ?? '', {
    read: () => (form.form.current ? readEntered(form.form.current) : {}),
    onArrival: form.fill,
  });
  const answer = form.phase === 'answered' ? form.result : undefined;
  const isSent = answer !== undefined && answer.result !== 'error';
  const isRefused = answer !== undefined && !isSent && form.summary.length === 0;
  return { ...form, answer, isSent, problem: isRefused ? answer.message.split('\n') : undefined };
}
