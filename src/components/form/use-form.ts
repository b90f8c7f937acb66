import { type FocusEvent, type FormEvent, useRef, useState } from 'react';
import { texts } from '#language';
import type { FormAnswer } from '#src/domain/model/form-answer.ts';
import type { Issue } from '#src/domain/model/issues.ts';
import { spamCheck, spamCheckFields } from '#src/domain/rules/forms/spam-check.ts';
import { fieldTexts, messageWithLabel } from '#src/language/messages.ts';
import type { SummaryError } from './error-summary.client.tsx';
import { fieldId } from './field-id.ts';
import { type ControlValues, emptyControls, fillControls } from './form-controls.ts';
import { captchaErrors, type SpamCheckProps } from './spam-check-fields.tsx';

/** The message of each invalid field, by the control's name, in the order of the form. */
type FieldErrors = Readonly<Record<string, string>>;

export interface FormOptions<Answer extends FormAnswer> {
  /** The answer to the plain form post that rendered this page; undefined if there was none. */
  readonly posted?: Answer | undefined;
  /** Validates the form's own fields; the hook validates the captcha's field. */
  readonly validate: (data: FormData) => readonly Issue[];
  /** Validates on a server what `validate` has accepted. The promise never rejects. */
  readonly validateRemotely?: (data: FormData) => Promise<FieldErrors>;
  readonly send: (data: FormData, form: HTMLFormElement) => Promise<Answer>;
  /** Returns the message if no answer arrives. */
  readonly unanswered: () => string;
  readonly labelOf: (name: string, answer: Answer | undefined) => string | undefined;
  /** The prefix of the controls' ids, if two forms on a page share names. */
  readonly scope?: string | undefined;
}

/** In `invalid` and `sending`, `answer` is the answer to an earlier submission. */
type FormPhase = 'answered' | 'invalid' | 'sending';

interface ErrorState {
  /** The error summary receives the focus whenever this list is new. */
  readonly summary: readonly SummaryError[];
  /** The errors of the last submission: only these fields are validated again before the next one. */
  readonly submitted: FieldErrors;
  readonly fields: FieldErrors;
  /** Values that the browser accepts and the server has refused. They stay invalid until they change. */
  readonly refused?: FormData | undefined;
}

/**
 * Sends a form. It is no React action, because React would reset the form, and a failed request would reach the error
 * boundary (decision 010).
 */
export function useForm<Answer extends FormAnswer>(options: FormOptions<Answer>) {
  const { posted, labelOf, scope } = options;
  const form = useRef<HTMLFormElement>(null);
  const [result, setResult] = useState(posted);
  const [errors, setErrors] = useState(() => toErrorState(result?.fields ?? {}, result));
  const [phase, setPhase] = useState<FormPhase>('answered');
  /** A second click in the same task does not see the new phase. */
  const isSending = useRef(false);
  const startedAt = useRef<number>(undefined);

  const validate = (data: FormData): FieldErrors => ({
    ...fieldTexts(options.validate(data)),
    ...captchaErrors(data),
  });

  function toErrorState(
    fields: FieldErrors,
    answer: Answer | undefined,
    refused?: FormData,
  ): ErrorState {
    const label = (name: string) =>
      name === spamCheckFields.captcha ? texts().captcha.label : (labelOf(name, answer) ?? name);
    const summary = Object.entries(fields).map(([name, message]) => ({
      id: fieldId(name, scope),
      message: messageWithLabel(label(name), message),
    }));
    return { summary, submitted: fields, fields, refused };
  }

  function errorNow(name: string): string | undefined {
    const data = new FormData(form.current ?? undefined);
    const isRefused = errors.refused?.get(name) === data.get(name);
    return validate(data)[name] ?? (isRefused ? errors.submitted[name] : undefined);
  }
  const setError = (name: string, message: string | undefined) =>
    setErrors((now) => {
      const { [name]: shown, ...others } = now.fields;
      if (shown === message) return now;
      return { ...now, fields: message === undefined ? others : { ...others, [name]: message } };
    });
  function removeIfValid(name: string): void {
    if (name in errors.fields && errorNow(name) === undefined) setError(name, undefined);
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isSending.current) return;
    const element = event.currentTarget;
    const data = new FormData(element);
    const invalid = validate(data);
    setErrors(toErrorState(invalid, result));
    if (Object.keys(invalid).length > 0) return setPhase('invalid');
    const elapsed = startedAt.current === undefined ? 0 : Date.now() - startedAt.current;
    data.set(spamCheckFields.elapsed, String(elapsed));
    isSending.current = true;
    setPhase('sending');
    const refusals = (await options.validateRemotely?.(data)) ?? {};
    if (Object.keys(refusals).length > 0) {
      setErrors(toErrorState(refusals, result, data));
      setPhase('invalid');
    } else {
      const answer = await send(data, element);
      setResult(answer);
      setErrors(toErrorState(answer.fields ?? {}, answer, data));
      setPhase('answered');
    }
    isSending.current = false;
  }

  /** Empties the honeypot after each answer, which notes whether it was ever filled. */
  async function send(data: FormData, element: HTMLFormElement): Promise<Answer> {
    const answer = await options.send(data, element).catch(() => {
      const message = options.unanswered();
      return { httpStatus: 0, result: 'error', message, values: result?.values } as Answer;
    });
    const honeypot = element.elements.namedItem(spamCheckFields.honeypot);
    if (honeypot instanceof HTMLInputElement) honeypot.value = '';
    const honeypotFilled = spamCheck(data).honeypotFilled || result?.honeypotFilled === true;
    return { ...answer, honeypotFilled };
  }

  /** If the error stayed until the field loses the focus, the page would move under a click on the submit button. */
  function onInput({ target }: FormEvent): void {
    const { name } = target as HTMLInputElement;
    if (name === spamCheckFields.honeypot) return;
    startedAt.current ??= Date.now();
    removeIfValid(name);
  }

  function onBlur({ target, relatedTarget }: FocusEvent<HTMLFormElement>): void {
    // A click on the submit button validates all fields, and messages must not move the button before.
    if (relatedTarget instanceof HTMLButtonElement) return;
    const { name } = target;
    if (name in errors.submitted) setError(name, errorNow(name));
  }

  /** Fills in values that the visitor entered before, and removes the errors of fields that are valid now. */
  function fill(values: ControlValues): void {
    if (!form.current) return;
    startedAt.current ??= Date.now();
    fillControls(form.current, values);
    Object.keys(errors.fields).forEach(removeIfValid);
  }

  /** Empties the form after 'Forget me', with its errors. The notice that a message was sent stays. */
  function empty(): void {
    if (!form.current) return;
    emptyControls(form.current);
    setErrors(toErrorState({}, result));
  }

  const error = errors.fields[spamCheckFields.captcha];
  const spamCheckProps: SpamCheckProps = { result, error, scope };
  return {
    element: form,
    result,
    phase,
    spamCheckProps,
    fill,
    empty,
    summary: errors.summary,
    errorOf: (name: string): string | undefined => errors.fields[name],
    formProps: {
      ref: form,
      onSubmit,
      onInput,
      onBlur,
      'aria-busy': phase === 'sending' || undefined,
    },
  };
}
