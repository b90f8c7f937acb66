import { language } from '#language';
import { loadOnce } from '../lazy/load-when-visible.ts';

/**
 * Resolves with a function that removes the widget, and rejects if the script of the provider does not load.
 * @param onToken is called with the token to send with the form, or '' when it has expired or the widget has failed
 */
type RenderCaptcha = (
  container: HTMLElement,
  siteKey: string,
  onToken: (token: string) => void,
) => Promise<() => void>;

interface WidgetApi {
  render(
    container: HTMLElement,
    options: {
      sitekey: string;
      /** hCaptcha and Turnstile name the language of the widget differently. */
      hl: string;
      language: string;
      callback: (token: string) => void;
      'expired-callback': () => void;
      'error-callback': () => void;
    },
  ): string;
  remove(widgetId: string): void;
}

declare global {
  interface Window {
    hcaptcha?: WidgetApi;
    turnstile?: WidgetApi;
  }
}

export const captchaScripts = {
  hcaptcha: 'https://js.hcaptcha.com/1/api.js?render=explicit',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
};

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

function widget(name: keyof typeof captchaScripts): RenderCaptcha {
  const load = loadOnce(() => loadScript(captchaScripts[name]));
  return async (container, sitekey, onToken) => {
    await load();
    const api = window[name];
    if (!api) throw new Error('The captcha could not be loaded');
    const { tag } = language();
    const expire = () => onToken('');
    const widgetId = api.render(container, {
      sitekey,
      hl: tag,
      language: tag,
      callback: onToken,
      'expired-callback': expire,
      'error-callback': expire,
    });
    return () => api.remove(widgetId);
  };
}

export const captchaDrivers = { hcaptcha: widget('hcaptcha'), turnstile: widget('turnstile') };
