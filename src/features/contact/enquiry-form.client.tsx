'use client';

import { type ReactNode, useEffect } from 'react';
import { texts } from '#language';
import { enquirySentHref } from '#src/addresses.ts';
import { localDay } from '#src/browser/local-day.ts';
import { Alert } from '#src/components/alert/alert.tsx';
import { ResultAlert } from '#src/components/alert/result-alert.client.tsx';
import { Button } from '#src/components/button/button.tsx';
import { ErrorSummary } from '#src/components/form/error-summary.client.tsx';
import { fieldId } from '#src/components/form/field-id.ts';
import { SelectField, type SelectOption } from '#src/components/form/select-field.tsx';
import { SpamCheckFields } from '#src/components/form/spam-check-fields.tsx';
import { TextAreaField } from '#src/components/form/text-area-field.tsx';
import { TextField } from '#src/components/form/text-field.tsx';
import { usePostedForm } from '#src/components/form/use-posted-form.ts';
import { LoadingOverlay } from '#src/components/overlay/loading-overlay.client.tsx';
import type { EnquiryFormField, EnquiryFormKind } from '#src/domain/model/enquiry-form.ts';
import type { FormAnswer } from '#src/domain/model/form-answer.ts';
import {
  type ConfiguredRules,
  readEnquiryForm,
  rulesOf,
  withEarliestDate,
} from '#src/domain/rules/forms/enquiry-forms.ts';
import { type FormValues, validateForm } from '#src/domain/rules/forms/form-rules.ts';
import { fill } from '#src/language/format.ts';
import styles from './enquiry-form.module.css';
import { validateRemotely } from './validate-remotely.ts';

export interface EnquiryFormProps {
  readonly kind: EnquiryFormKind;
  /** The form is sent to this address, which responds with a `FormAnswer`. */
  readonly action: string;
  readonly services?: readonly SelectOption[];
  readonly captcha?: ReactNode;
  readonly method?: 'post' | 'get';
  /** The configured rules, in addition to the form's own: any rule of section 5, also remote validation. */
  readonly rules?: ConfiguredRules;
  readonly hints?: Partial<Readonly<Record<EnquiryFormField, string>>>;
  readonly posted?: FormAnswer | undefined;
  /** The title of a page that shows nothing except the form. */
  readonly title?: string;
}

const attributes = {
  name: { autoComplete: 'name' },
  email: { type: 'email', autoComplete: 'email', inputMode: 'email' },
  email_again: { type: 'email', autoComplete: 'off', inputMode: 'email' },
  phone: { type: 'tel', autoComplete: 'tel' },
  date: { type: 'date', short: true },
  guests: { type: 'number', inputMode: 'numeric', short: true },
  tasting: { short: true, autoComplete: 'off' },
  budget: { inputMode: 'numeric', short: true, autoComplete: 'off' },
  venue_website: { type: 'url', autoComplete: 'off', autoCapitalize: 'none', spellCheck: false },
  reference: { short: true, autoComplete: 'off', spellCheck: false },
} as const;

/** Without JavaScript a plain form post goes to the same address. */
export function EnquiryForm({
  kind,
  action,
  services = [],
  captcha,
  method = 'post',
  rules: configured,
  hints = {},
  posted,
  title,
}: EnquiryFormProps) {
  const { form: formTexts, messageForm, enquiry } = texts();
  const rules = rulesOf(kind, configured);
  const read = (data: FormData) => readEnquiryForm(rules, data);

  const {
    element: form,
    answer,
    isSent,
    phase,
    summary,
    ...state
  } = usePostedForm({
    posted,
    scope: kind,
    validate: (data) => validateForm(read(data), withEarliestDate(rules, localDay())),
    validateRemotely: (data) => validateRemotely(read(data), rules),
    labelOf: (name) => enquiry.labels[name as EnquiryFormField],
    unanswered: `${formTexts.messages.unspecified} ${messageForm.arrivalUnknown}`,
    onSent() {
      // A reload of the page of a refused form would send that form again.
      if (title) window.location.replace(enquirySentHref(kind));
    },
  });

  useEffect(() => {
    if (!form.current) return;
    // Without JavaScript the browser's own validation helps; with it, the form's messages replace it.
    form.current.noValidate = true;
    // The script sets the date because the page's HTML is cached across days.
    form.current.querySelector<HTMLInputElement>('[type=date]')?.setAttribute('min', localDay());
  }, [form]);

  const isSending = phase === 'sending';
  const values: FormValues = (!isSent && posted?.values) || {};
  useEffect(() => {
    if (isSent) form.current?.reset();
  }, [isSent, form]);

  const field = (name: EnquiryFormField) => {
    const { required = false, ...limits } = rules[name] ?? {};
    const shared = {
      name,
      id: fieldId(name, kind),
      label: enquiry.labels[name],
      optional: !required,
      hint: hints[name],
      required,
      defaultValue: values[name] ?? '',
      error: state.errorOf(name),
    };
    const lengths = {
      minLength: limits.minlength ?? limits.rangelength?.[0],
      maxLength: limits.maxlength ?? limits.rangelength?.[1],
    };
    if (name === 'message') return <TextAreaField key={name} {...shared} {...lengths} />;
    if (name === 'service') {
      const options = [{ value: '', label: enquiry.choose }, ...services];
      return <SelectField key={name} {...shared} options={options} />;
    }
    const numbers = {
      min: limits.range?.[0] ?? limits.min,
      max: limits.range?.[1] ?? limits.max,
      step: limits.step,
    };
    return (
      <TextField
        key={name}
        {...shared}
        {...(name === 'guests' ? numbers : lengths)}
        {...attributes[name]}
      />
    );
  };

  // The error summary receives the focus if there is one.
  const Result = summary.length > 0 ? Alert : ResultAlert;
  return (
    <form {...state.formProps} className={styles.form} method={method} action={action}>
      {title ? (
        <title>{summary.length > 0 ? fill(formTexts.errorTitle, { title }) : title}</title>
      ) : null}
      <ErrorSummary errors={summary} />
      {(Object.keys(rules) as EnquiryFormField[]).map(field)}
      <SpamCheckFields {...state.spamCheckProps}>{captcha}</SpamCheckFields>
      <Button type="submit" aria-disabled={isSending || undefined}>
        {isSending ? messageForm.sending : enquiry.buttons[kind]}
      </Button>
      <LoadingOverlay open={isSending} message={messageForm.sending} />
      {answer && (
        <Result tone={answer.result === 'error' ? 'error' : 'success'}>{answer.message}</Result>
      )}
    </form>
  );
}
