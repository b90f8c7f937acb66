import { CaptchaField } from '#src/components/captcha/captcha.client.tsx';
import { EnquiryForm } from '#src/features/contact/enquiry-form.client.tsx';

export function Fixture() {
  return (
    <main>
      <EnquiryForm
        kind="contact-us"
        action="/forms/contact-us"
        captcha={<CaptchaField provider="test" siteKey="none" withoutScript="" />}
        rules={{ email: { remote: '/forms/check-email' } }}
      />
      <EnquiryForm kind="quote" action="/forms/quote" services={['Wedding', 'Office lunch']} />
    </main>
  );
}
