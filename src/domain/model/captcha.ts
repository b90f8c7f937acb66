/**
 * Who can ask a visitor for a proof of being a person. 'test' is a box to tick that asks no one: for
 * tests and demonstrations only.
 */
export const captchaProviders = ['hcaptcha', 'turnstile', 'test'] as const;
export type CaptchaProvider = (typeof captchaProviders)[number];

interface CaptchaUrls {
  /** The widget's script. */
  readonly script: string;
  /** Where the server asks whether a token is good. */
  readonly verify: string;
  /** Origins a content security policy must let in, for scripts, frames and connections. */
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

/** The only token the 'test' provider gives, and takes. */
export const testCaptchaToken = 'test-captcha-confirmed';
