import { fill } from '#src/language/format.ts';
import { site, texts } from '#src/language/server.ts';
import { CaptchaField } from './captcha-field.client.tsx';

/**
 * Renders the captcha of the site config, or nothing. Without script it tells visitors to write to an address instead.
 */
export function siteCaptcha() {
  const { captcha, enquiries } = site();
  const withoutScript = fill(texts().pages.writeInstead, { email: enquiries.email });
  return captcha && <CaptchaField {...captcha} withoutScript={withoutScript} />;
}
