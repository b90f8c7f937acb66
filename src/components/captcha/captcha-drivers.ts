import { type CaptchaProvider, captchaUrls } from '#src/domain/model/captcha.ts';
import { loadOnce } from '../lazy/load-when-visible.ts';

export interface CaptchaHandlers {
  /** The visitor has proved it; the token goes with the form. */
  readonly onToken: (token: string) => void;
  /** The proof has run out, or the widget failed: there is no token any more. */
  readonly onLost: () => void;
}

/** Draws a provider's widget. Resolves with a function that takes it away again; rejects if its script does not come. */
export type DrawCaptcha = (
  place: HTMLElement,
  siteKey: string,
  handlers: CaptchaHandlers,
) => Promise<() => void>;

/** What the scripts of both providers put on `window`, as far as it is used. */
interface WidgetApi {
  render(
    place: HTMLElement,
    options: {
      sitekey: string;
      callback: (token: string) => void;
      'expired-callback': () => void;
      'error-callback': () => void;
    },
  ): string;
  remove(widget: string): void;
}

declare global {
  interface Window {
    hcaptcha?: WidgetApi;
    turnstile?: WidgetApi;
  }
}

function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.async = true;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error('The captcha could not be loaded'));
    };
    document.head.append(script);
  });
}

function widget(name: Exclude<CaptchaProvider, 'test'>): DrawCaptcha {
  const load = loadOnce(() => loadScript(captchaUrls[name].script));
  return async (place, sitekey, { onToken, onLost }) => {
    await load();
    const api = window[name];
    if (!api) throw new Error('The captcha could not be loaded');
    const drawn = api.render(place, {
      sitekey,
      callback: onToken,
      'expired-callback': onLost,
      'error-callback': onLost,
    });
    return () => api.remove(drawn);
  };
}

/** The providers whose widget is a script of their own; 'test' is drawn by the component itself. */
export const captchaDrivers: Readonly<Record<Exclude<CaptchaProvider, 'test'>, DrawCaptcha>> = {
  hcaptcha: widget('hcaptcha'),
  turnstile: widget('turnstile'),
};
