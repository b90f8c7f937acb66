import { useEffect, useEffectEvent } from 'react';
import { useForgotten, wasOpenedBeforeForgotten } from '#src/browser/forgotten.ts';
import { useLanguageChange } from '#src/browser/language-change.ts';
import type { FormAnswer } from '#src/domain/model/form-answer.ts';
import { readEntered } from './form-controls.ts';
import { sendForm } from './send-form.ts';
import { type FormOptions, useForm } from './use-form.ts';

type Options = FormOptions<FormAnswer>;

interface PostedFormOptions
  extends Pick<Options, 'posted' | 'validate' | 'validateRemotely' | 'scope'> {
  readonly labelOf: (name: string) => string | undefined;
  readonly unanswered: string;
  readonly onSent?: (answer: FormAnswer) => void;
}

/**
 * A form that has no draft and is sent to its `action`. `answer` is undefined while the form is invalid or being sent.
 * `problem` has the paragraphs of a refusal that concerns no field.
 */
export function usePostedForm({ unanswered, onSent, ...options }: PostedFormOptions) {
  const form = useForm<FormAnswer>({
    ...options,
    async send(data, element) {
      const answer = await sendForm(data, element);
      if (answer.result !== 'error') onSent?.(answer);
      return answer;
    },
    unanswered: () => unanswered,
  });
  const emptyOnReturn = useEffectEvent(() => {
    if (wasOpenedBeforeForgotten()) form.empty();
  });
  useEffect(() => emptyOnReturn(), []);
  useForgotten(form.empty);
  useLanguageChange(options.scope ?? '', {
    read: () => (form.element.current ? readEntered(form.element.current) : {}),
    onArrival: form.fill,
  });
  const answer = form.phase === 'answered' ? form.result : undefined;
  const isSent = answer !== undefined && answer.result !== 'error';
  const isRefused = answer !== undefined && !isSent && form.summary.length === 0;
  return { ...form, answer, isSent, problem: isRefused ? answer.message.split('\n') : undefined };
}
