import { copyFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach } from 'node:test';
import { sampleValues } from './company-files.ts';
import { buildCopy, changeFile, copyProject } from './project-copy.ts';
import { pseudo } from './pseudo-language.ts';
import { type ScriptedHost, startScriptedHost } from './scripted-host.ts';
import { beforeTests, closeAtEnd } from './shared.ts';
import { type RunningSite, root, startSite } from './site.ts';

/**
 * Builds a copy of the site with two more languages, which are made of English ('eo' longer, 'ar' also from right to
 * left), with the captcha of tests and with limits that a test can exceed.
 */
async function build(): Promise<string> {
  const copy = await copyProject();
  closeAtEnd(() => rm(copy, { recursive: true, force: true }));
  const change = (path: string, from: string, to: string) => changeFile(join(copy, path), from, to);
  await copyFile(
    join(root, 'test/support/pseudo-language.ts'),
    join(copy, 'src/language/pseudo-language.ts'),
  );
  await change('src/texts/language.ts', "['en', 'fr']", "['en', 'fr', 'eo', 'ar']");
  const languages = 'src/language/server.ts';
  await change(
    languages,
    '{ en, fr }',
    "{ en, fr, eo: pseudoTexts('eo', 'ltr'), ar: pseudoTexts('ar', 'rtl') }",
  );
  await change(
    languages,
    'const catalogues',
    `import { pseudo } from '#src/language/pseudo-language.ts';
const pseudoTexts = (tag: string, dir: 'ltr' | 'rtl') => ({ ...(pseudo(en) as Texts), language: { ...en.language, tag, dir, name: tag } });
const catalogues`,
  );
  const texts = JSON.stringify(pseudo(await sampleValues('site.fr.yaml')));
  for (const tag of ['eo', 'ar'])
    await writeFile(join(copy, `fixtures/company/site.${tag}.yaml`), texts);
  const panel = 'skins:\n';
  await change(
    'fixtures/company/site.yaml',
    panel,
    `captcha: { provider: test, siteKey: test }\n${panel}`,
  );
  await change('src/limits/rate-limiter.ts', 'apply: 120', `apply: ${limits.apply}`);
  await change('src/limits/rate-limiter.ts', 'contact: 60', `contact: ${limits.contact}`);
  await change('src/limits/rate-limiter.ts', 'link: 300', `link: ${limits.link}`);
  await buildCopy(copy, 'pseudo-languages');
  return copy;
}

/** How often an address may do this. */
export const limits = { apply: 6, contact: 2, link: 20 };

const env = {
  CACHE_TTL_MS: '0',
  STALE_AFTER_MS: '60000',
  CAPTCHA_SECRET: 'test',
  TRUST_PROXY: '1',
};

interface Started {
  readonly copy: string;
  readonly host: ScriptedHost;
  readonly site: RunningSite;
}
let started: Promise<Started> | undefined;

async function start(): Promise<Started> {
  const [copy, host] = await Promise.all([build(), startScriptedHost()]);
  const site = await startSite({ root: copy, env: { ...env, API_HOST: host.origin } });
  closeAtEnd(async () => {
    await site.stop();
    await host.stop();
  });
  return { copy, host, site };
}

/** Returns the site with the pseudo-languages and a scripted host, shared by the test files of a process. */
export function pseudoSite() {
  const running = beforeTests(async () => {
    started ??= start();
    const shared = await started;
    shared.host.forget();
    return shared;
  });
  beforeEach(async () => {
    running().host.reset();
    await running().host.restart();
  });
  return {
    get origin() {
      return running().site.origin;
    },
    get host() {
      return running().host;
    },
    /** Starts another process of it, with its own API host if `settings` have none. */
    startOther: (settings: Readonly<Record<string, string>>) =>
      startSite({ root: running().copy, env: { ...env, ...settings } }),
  };
}
