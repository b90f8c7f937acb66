import { fill } from '#src/language/format.ts';
import { site, texts } from '#src/language/server.ts';
import { CaptchaField } from './captcha.client.tsx';

/**
 * Renders the captcha of the site config, or nothing. `instead` is the sentence for visitors without script; it names
 * the address `{email}` for their message.
 */
export function siteCaptcha(instead = texts().pages.writeInstead) {
  const { captcha, enquiries } = site();
  const withoutScript = fill(instead, { email: enquiries.email });
  return captcha && <CaptchaField {...captcha} withoutScript={withoutScript} />;
}
