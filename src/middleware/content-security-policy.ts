import { hasFeature, siteConfig } from '#src/config/site.ts';
import { captchaServices } from '#src/forms/captcha.ts';
import { hashSource } from '#src/request/hash-source.ts';

/**
 * Allows scripts of the site's origin, and the inline scripts of a page by their nonce or their contents.
 * @param styles the contents of all inline style elements
 */
export function contentSecurityPolicy(
  headScript: string,
  styles: readonly string[],
): (
  allowed: { readonly nonce: string } | { readonly scripts: readonly (string | Buffer)[] },
) => string {
  const ownScript = hashSource(headScript);
  const ownStyles = styles.map(hashSource);
  const { captcha, connect, form, image } = otherOrigins();
  return (allowed) => {
    const scripts =
      'nonce' in allowed ? [`'nonce-${allowed.nonce}'`] : allowed.scripts.map(hashSource);
    const directives: Readonly<Record<string, readonly string[]>> = {
      // Resources that no directive names are refused: objects and media, for example.
      'default-src': ["'none'"],
      'script-src': ["'self'", ...new Set([ownScript, ...scripts]), ...captcha],
      'script-src-attr': ["'none'"],
      'style-src-elem': ["'self'", ...ownStyles],
      // React, the editor and the carousel write style attributes, which have no selectors and apply to one element.
      'style-src-attr': ["'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'blob:', ...image],
      'font-src': ["'self'"],
      'manifest-src': ["'self'"],
      'connect-src': ["'self'", ...connect],
      'frame-src': ["'self'", ...captcha],
      'form-action': ["'self'", ...form],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
    };
    return Object.entries(directives)
      .map(([name, values]) => `${name} ${values.join(' ')}`)
      .join('; ');
  };
}

/** Pages load map tiles and the captcha's widget from other hosts, and their forms may have actions there. */
function otherOrigins() {
  const provider = siteConfig.captcha?.provider;
  const captcha =
    provider === undefined || provider === 'test' ? [] : captchaServices[provider].origins;
  const originOf = (href: string) => (URL.canParse(href) ? [new URL(href).origin] : []);
  const { contactUs, quote } = siteConfig.enquiryForms;
  const { tiles = '' } = (hasFeature('/#find-us') && siteConfig.map) || {};
  const form = [contactUs, quote].flatMap(({ action }) => originOf(action));
  const remoteChecks = [contactUs, quote].flatMap(({ rules }) =>
    Object.values(rules).flatMap(({ remote }) => originOf(remote ?? '')),
  );
  return {
    captcha,
    connect: [...captcha, ...form, ...remoteChecks],
    form,
    image: originOf(tiles.replaceAll(/[{}]/g, '')),
  };
}
