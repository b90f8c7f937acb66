'use client';

import { Alert } from '#src/components/alert/alert.tsx';
import { Button } from '#src/components/button/button.tsx';
import { Captcha } from '#src/components/captcha/captcha.client.tsx';
import { ErrorSummary } from '#src/components/form/error-summary.client.tsx';
import { fieldId } from '#src/components/form/field-id.ts';
import { SelectField } from '#src/components/form/select-field.tsx';
import { TextAreaField } from '#src/components/form/text-area-field.tsx';
import { TextField } from '#src/components/form/text-field.tsx';
import type { CaptchaProvider } from '#src/domain/model/captcha.ts';
import {
  type EnquiryFormField,
  type EnquiryFormKind,
  enquiryFormButtons,
  enquiryFormFields,
  enquiryFormLabels,
} from '#src/domain/model/enquiry-form.ts';
import { enquiryFormRules } from '#src/domain/rules/enquiry-forms.ts';
import type { FieldRules, FormRules } from '#src/domain/rules/form-rules.ts';
import styles from './enquiry-form.module.css';
import { useEnquiryForm } from './use-enquiry-form.ts';

export interface EnquiryFormProps {
  readonly kind: EnquiryFormKind;
  /** Where it is sent, by POST; answers as `PageFormReply` says. */
  readonly action: string;
  /** What a quote may be asked for. */
  readonly services?: readonly string[];
  readonly captcha?: { readonly provider: CaptchaProvider; readonly siteKey: string } | undefined;
  /** What this page asks of a field beyond the form's own rules: any of section 5's, an address to ask included. */
  readonly rules?: Partial<Readonly<Record<EnquiryFormField, FieldRules>>>;
}

/** How browsers help with each field: keyboard, autofill, size. */
const attributes = {
  name: { autoComplete: 'name' },
  email: { type: 'email', autoComplete: 'email', inputMode: 'email' },
  phone: { type: 'tel', autoComplete: 'tel' },
  date: { type: 'date', short: true },
  guests: { type: 'number', inputMode: 'numeric', min: 1, short: true },
} as const;

/** The contact-us or the quote-request form. Without JavaScript it is an ordinary post that gets a page. */
export function EnquiryForm({
  kind,
  action,
  services = [],
  captcha,
  rules: further = {},
}: EnquiryFormProps) {
  const own: FormRules = enquiryFormRules[kind];
  const rules: FormRules = Object.fromEntries(
    enquiryFormFields[kind].map((name) => [name, { ...own[name], ...further[name] }]),
  );
  const page = useEnquiryForm(kind, rules, captcha !== undefined);
  const { errors, summary, result } = page.shown;

  const field = (name: EnquiryFormField) => {
    const { required = false, maxlength } = rules[name] ?? {};
    const shared = {
      name,
      id: fieldId(name, kind),
      label: enquiryFormLabels[name],
      optional: !required,
      required,
      maxLength: maxlength,
      error: errors[name],
    };
    if (name === 'message') return <TextAreaField key={name} {...shared} />;
    if (name === 'service') {
      const { maxLength: _, ...select } = shared;
      const options = [{ value: '', label: 'Please choose' }, ...services];
      return <SelectField key={name} {...select} options={options} defaultValue="" />;
    }
    return <TextField key={name} {...shared} {...attributes[name]} />;
  };

  return (
    <form
      ref={page.form}
      className={styles.form}
      method="post"
      action={action}
      onSubmit={page.onSubmit}
      aria-busy={page.busy}
    >
      <ErrorSummary errors={summary} />
      {enquiryFormFields[kind].map(field)}
      {captcha && <Captcha key={page.captchaRound} {...captcha} onToken={page.onToken} />}
      <Button type="submit" aria-disabled={page.busy || undefined}>
        {enquiryFormButtons[kind]}
      </Button>
      {result && (
        <Alert tone={result.result === 'error' ? 'error' : 'success'}>{result.message}</Alert>
      )}
    </form>
  );
}
