import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { SummaryError } from '#src/components/form/error-summary.client.tsx';
import { fieldId } from '#src/components/form/field-id.ts';
import {
  captchaField,
  type EnquiryFormKind,
  type EnquiryFormResponse,
} from '#src/domain/model/enquiry-form.ts';
import { firstIssuePerField, issueMessage, messageWithLabel } from '#src/domain/model/issues.ts';
import { messages } from '#src/domain/model/messages.ts';
import { isoDate, readEnquiryForm, withEarliestDate } from '#src/domain/rules/enquiry-forms.ts';
import { type FormRules, validateForm } from '#src/domain/rules/form-rules.ts';
import { sendEnquiryForm, validateRemotely } from './send-enquiry-form.ts';

interface Shown {
  /** A sentence for each field that is wrong. */
  readonly errors: Readonly<Record<string, string>>;
  /** The same for the summary, made once, since a new list takes the focus. */
  readonly summary: readonly SummaryError[];
  /** The result box; absent while hidden (section 4). */
  readonly result?: EnquiryFormResponse;
}

/** By the visitor's clock. */
function today(): string {
  const now = new Date();
  return isoDate(now, now.getTimezoneOffset());
}

const nothing: Shown = { errors: {}, summary: [] };

/** What a page form does when it is sent: its own rules, the remote ones, the captcha, then the address. */
export function useEnquiryForm(kind: EnquiryFormKind, rules: FormRules, asksCaptcha: boolean) {
  const form = useRef<HTMLFormElement>(null);
  const token = useRef('');
  /** Beside `busy`, which a second press in the same moment would not see yet. */
  const sending = useRef(false);
  const [shown, setShown] = useState(nothing);
  const [busy, setBusy] = useState(false);
  /** Counts the captchas drawn: a new one after each that was used up. */
  const [captchaRound, setCaptchaRound] = useState(0);

  useEffect(() => {
    // Without JavaScript the browser's own checks help; with it, these sentences take their place.
    if (!form.current) return;
    form.current.noValidate = true;
    // Here, because the page itself is the same bytes on every day.
    form.current.querySelector<HTMLInputElement>('[type=date]')?.setAttribute('min', today());
  }, []);

  const showErrors = (errors: Readonly<Record<string, string>>, result?: EnquiryFormResponse) => {
    const summary = Object.entries(errors).map(([name, message]) => ({
      id: fieldId(name, kind),
      message: messageWithLabel(labelOf(form.current, fieldId(name, kind)), message),
    }));
    setShown({ errors, summary, ...(result && { result }) });
  };

  const send = async (element: HTMLFormElement) => {
    const data = new FormData(element);
    const values = readEnquiryForm(kind, (name) => data.get(name));
    const found = [...firstIssuePerField(validateForm(values, withEarliestDate(rules, today())))];
    if (found.length > 0)
      return showErrors(
        Object.fromEntries(found.map(([name, issue]) => [name, issueMessage(issue)])),
      );
    const refused = await validateRemotely(values, rules);
    if (Object.keys(refused).length > 0) return showErrors(refused);
    if (asksCaptcha && token.current === '')
      return showErrors({}, { result: 'error', message: messages.confirmCaptcha });
    const reply = await sendEnquiryForm(element, [captchaField, token.current]);
    // Whatever came of it, the token is used up.
    token.current = '';
    setCaptchaRound((round) => round + 1);
    if (reply.result === 'error') return showErrors(reply.fields ?? {}, reply);
    element.reset();
    setShown({ ...nothing, result: reply });
  };

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setShown(nothing);
    await send(event.currentTarget);
    sending.current = false;
    setBusy(false);
  };

  const onToken = (given: string) => {
    token.current = given;
  };

  return { form, shown, busy, captchaRound, onSubmit, onToken };
}

/** The name people read over a control; the same sentence four times says little in a summary. */
function labelOf(form: HTMLFormElement | null, id: string): string {
  const label = form?.querySelector(`label[for="${CSS.escape(id)}"]`);
  return label?.firstChild?.textContent ?? '';
}
