import { CaptchaField } from '#src/components/captcha/captcha-field.client.tsx';
import { captchaNeedsScript } from '#src/components/captcha/captcha-messages.ts';
import { siteConfig } from '#src/config/site.ts';

/** The captcha of a form for messages; undefined where the site has none. */
export const messageCaptcha = () =>
  siteConfig.captcha && (
    <CaptchaField
      {...siteConfig.captcha}
      withoutScript={`${captchaNeedsScript} Please write to ${siteConfig.enquiries.email} instead.`}
    />
  );
