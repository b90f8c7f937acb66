import { useState } from 'react';
import { CaptchaField } from '#src/components/captcha/captcha.client.tsx';

function One({ provider }: { readonly provider: 'turnstile' | 'hcaptcha' }) {
  const [round, setRound] = useState(0);
  return (
    <section aria-label={provider}>
      <div style={{ height: 1600 }}>Far above</div>
      <CaptchaField
        key={round}
        provider={provider}
        siteKey={`key of ${provider}`}
        withoutScript=""
      />
      <button type="button" onClick={() => setRound(round + 1)}>
        Reset
      </button>
    </section>
  );
}

export function Fixture() {
  return (
    <main>
      <One provider="turnstile" />
      <One provider="hcaptcha" />
    </main>
  );
}
