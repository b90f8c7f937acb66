import { useState } from 'react';
import { CaptchaField } from '#src/components/captcha/captcha-field.client.tsx';
import { EnquiryForm, type EnquiryFormProps } from '#src/features/contact/enquiry-form.client.tsx';
import { genericRules, rulesOf } from './generic-rules.ts';

/** One form with selectable rules; its unconfirmed captcha prevents a submission. */
export function Fixture() {
  const [rules, setRules] = useState<NonNullable<EnquiryFormProps['rules']>>({});
  return (
    <main>
      <EnquiryForm
        kind="contact-us"
        action="/forms/contact-us"
        captcha={<CaptchaField provider="test" siteKey="none" withoutScript="" />}
        rules={rules}
      />
      {genericRules.map((set, index) => (
        <button
          type="button"
          key={Object.values(set)[0]?.message}
          onClick={() => setRules(rulesOf(set))}
        >
          Rules {index + 1}
        </button>
      ))}
    </main>
  );
}
