import { CaptchaField } from '#src/components/captcha/captcha-field.client.tsx';
import { siteConfig } from '#src/config/site.ts';

/** The captcha of a form for messages; undefined where the site has none. */
export const messageCaptcha = () =>
  siteConfig.captcha && (
    <CaptchaField
      {...siteConfig.captcha}
      withoutScript={`Please write to ${siteConfig.enquiries.email} instead.`}
    />
  );
