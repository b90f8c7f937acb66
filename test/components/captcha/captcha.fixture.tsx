import { useState } from 'react';
import { Captcha } from '#src/components/captcha/captcha.client.tsx';

export function Fixture() {
  const [token, setToken] = useState('none yet');
  const [round, setRound] = useState(0);
  return (
    <main>
      <div style={{ height: 1600 }}>Far above</div>
      <Captcha key={round} provider="turnstile" siteKey="site-key" onToken={setToken} />
      <output>{token}</output>
      <button type="button" onClick={() => setRound(round + 1)}>
        Reset
      </button>
    </main>
  );
}
