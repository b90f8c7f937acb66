import { EnquiryForm } from '#src/features/enquiry-forms/enquiry-form.client.tsx';

export function Fixture() {
  return (
    <main>
      <EnquiryForm
        kind="contact-us"
        action="/forms/contact-us"
        captcha={{ provider: 'test', siteKey: 'none' }}
        rules={{ email: { remote: '/forms/check-email' } }}
      />
      <EnquiryForm kind="quote" action="/forms/quote" services={['Wedding', 'Office lunch']} />
    </main>
  );
}
