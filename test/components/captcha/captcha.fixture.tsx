import { useState } from 'react';
import { Captcha } from '#src/components/captcha/captcha.client.tsx';

function One({ provider }: { readonly provider: 'turnstile' | 'hcaptcha' }) {
  const [token, setToken] = useState('none yet');
  const [round, setRound] = useState(0);
  return (
    <section aria-label={provider}>
      <div style={{ height: 1600 }}>Far above</div>
      <Captcha key={round} provider={provider} siteKey={`key of ${provider}`} onToken={setToken} />
      <output>{token}</output>
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
