/** The 'test' provider is a checkbox without a service, for tests and demonstrations. */
export const captchaProviders = ['hcaptcha', 'turnstile', 'test'] as const;
export type CaptchaProvider = (typeof captchaProviders)[number];

interface CaptchaUrls {
  readonly script: string;
  readonly verify: string;
  readonly origins: readonly string[];
}

export const captchaUrls = {
  hcaptcha: {
    script: 'https://js.hcaptcha.com/1/api.js?render=explicit',
    verify: 'https://api.hcaptcha.com/siteverify',
    origins: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  },
  turnstile: {
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    verify: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    origins: ['https://challenges.cloudflare.com'],
  },
} as const satisfies Record<Exclude<CaptchaProvider, 'test'>, CaptchaUrls>;

export const testCaptchaToken = 'test-captcha-confirmed';

export const captchaField = 'captcha_token';
