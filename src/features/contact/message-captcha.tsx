import { CaptchaField } from '#src/components/captcha/captcha-field.client.tsx';
import { siteConfig } from '#src/config/site.ts';

export const messageCaptcha = () =>
  siteConfig.captcha && (
    <CaptchaField
      {...siteConfig.captcha}
      withoutScript={`Please write to ${siteConfig.enquiries.email} instead.`}
    />
  );
