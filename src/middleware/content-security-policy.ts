import { createHash } from 'node:crypto';
import { siteConfig } from '#src/config/site.ts';
import { captchaUrls } from '#src/domain/model/captcha.ts';
import { policyReportPath } from '#src/domain/rules/addresses.ts';

export interface ContentSecurityPolicyOptions {
  /** The exact inline scripts of the site. */
  readonly siteScripts: readonly string[];
  readonly reportPath: string;
  /** Origins of other hosts, by directive. */
  readonly sources?: Readonly<
    Partial<Record<'script' | 'image' | 'connect' | 'frame' | 'form', readonly string[]>>
  >;
}

/**
 * A function that writes the policy of a page: scripts of the site's origin, the scripts of the site, and those of
 * `scripts` (source expressions: hashes or a nonce) may run.
 */
export function contentSecurityPolicy({
  siteScripts,
  reportPath,
  sources = {},
}: ContentSecurityPolicyOptions): (scripts: readonly string[]) => string {
  const ownScripts = siteScripts.map(hashSource);
  const { script = [], image = [], connect = [], frame = [], form = [] } = sources;
  return (scripts) => {
    const directives: Readonly<Record<string, readonly string[]>> = {
      // What no directive names is refused: objects and media, for example.
      'default-src': ["'none'"],
      'script-src': ["'self'", ...new Set([...ownScripts, ...scripts]), ...script],
      'script-src-attr': ["'none'"],
      // React writes style attributes; a style cannot run code.
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'blob:', ...image],
      'font-src': ["'self'"],
      'manifest-src': ["'self'"],
      'connect-src': ["'self'", ...connect],
      'frame-src': ["'self'", ...frame],
      'form-action': ["'self'", ...form],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
      // Deprecated, but the only way that every browser knows; `report-to` would replace it in some.
      'report-uri': [reportPath],
    };
    return Object.entries(directives)
      .map(([name, values]) => `${name} ${values.join(' ')}`)
      .join('; ');
  };
}

/** What pages load from other hosts: map tiles, the captcha's widget, the actions of forms. */
export function policyOptions(siteScripts: readonly string[]): ContentSecurityPolicyOptions {
  const provider = siteConfig.captcha?.provider;
  const captcha =
    provider === undefined || provider === 'test' ? [] : captchaUrls[provider].origins;
  const originOf = (href: string) => (URL.canParse(href) ? [new URL(href).origin] : []);
  const { contactUs, quote } = siteConfig.enquiryForms;
  const forms = [contactUs, quote].flatMap(({ action }) => originOf(action));
  const remoteChecks = [contactUs, quote].flatMap(({ rules }) =>
    Object.values(rules).flatMap(({ remote }) => originOf(remote ?? '')),
  );
  return {
    siteScripts,
    reportPath: policyReportPath,
    sources: {
      script: captcha,
      frame: captcha,
      connect: [...captcha, ...forms, ...remoteChecks],
      image: originOf(siteConfig.map.tiles.replaceAll(/[{}]/g, '')),
      form: forms,
    },
  };
}

/** The source expression of an inline script or style in a content security policy. */
export const hashSource = (content: string | Buffer): string =>
  `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
