import { PageForm } from '#src/features/page-forms/page-form.client.tsx';

export function Fixture() {
  return (
    <main>
      <PageForm
        kind="contact-us"
        action="/forms/contact-us"
        captcha={{ provider: 'test', siteKey: 'none' }}
        rules={{ email: { remote: '/forms/check-email' } }}
      />
      <PageForm kind="quote" action="/forms/quote" services={['Wedding', 'Office lunch']} />
    </main>
  );
}
