import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { readRaster } from '#src/config/raster-picture.ts';
import { en } from '#src/texts/en.ts';
import { smtpServer } from '#test/api-host/support/smtp-server.ts';
import { hostCommand } from '#test/cli/support/host-command.ts';
import { newApplicant } from '#test/support/applicant.ts';
import { sampleFolder, sampleValues, writeCompany } from '#test/support/company-files.ts';
import { applyWithoutScript, NoScriptBrowser } from '#test/support/no-script-browser.ts';
import { type RunningSite, startSite } from '#test/support/site.ts';

const folders: string[] = [];
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

type Company = RunningSite & { readonly smtp: Awaited<ReturnType<typeof smtpServer>> };

/** Starts the build with the site config of another company, and a server for its mails. */
async function startCompany(
  t: TestContext,
  values: unknown,
  pictures: Readonly<Record<string, string>> = {},
): Promise<Company> {
  const file = await writeCompany({ 'site.yaml': values });
  folders.push(dirname(file));
  for (const [name, content] of Object.entries(pictures))
    await writeFile(join(dirname(file), 'pictures', name), content);
  // The server waits for the connections of its clients.
  const closing: (() => Promise<void>)[] = [];
  const smtp = await smtpServer({ after: (close) => closing.push(close) });
  const site = await startSite({
    env: {
      SITE_CONFIG: file,
      SAMPLE_DATA: 'on',
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Careers <careers@jobs.example>',
    },
  });
  t.after(async () => {
    await site.stop();
    for (const close of closing) await close();
  });
  return { ...site, smtp };
}

/** Applies at the first company, and returns the page and the texts of the mails to the applicant and the company. */
async function mailsOf(site: Company, phone = '08031234567', count = 2) {
  const applicant = newApplicant({
    fields: { phone },
    answers: { 1001: '1,200', 1002: 'The yeast.' },
  });
  const page = await applyWithoutScript(new NoScriptBrowser(site.origin), '101', applicant);
  page.form('passport');
  await site.smtp.newest(count);
  return site.smtp.mails.map(({ subject, text, html }) => `${subject}\n${text}\n${html}`);
}

const pages =
  '/ /?q=nothing-like-this /contact /application/101 /application/none /feedback /alerts /forms/quote /embed /feed.rss /feed.json /jobs.xml /sitemap.xml /robots.txt /manifest.webmanifest /assets/none.js'.split(
    ' ',
  );

const read = async (site: RunningSite, path: string) => {
  const response = await fetch(site.origin + path, { headers: { accept: 'text/html' } });
  return { path, status: response.status, text: await response.text() };
};
const readAll = (site: RunningSite, prefix = '') =>
  Promise.all(pages.map((path) => read(site, prefix + path)));

/** Replaces each text that is not an address, a color, a key or a placeholder of a mail. */
function changeTexts(value: unknown, change: (text: string) => string, key = ''): unknown {
  const kept =
    'href src email replyTo notify from action remote method network provider language locale timeZone currency phoneCountries tiles palette category closedDates equalTo roles synonyms'.split(
      ' ',
    );
  if (kept.includes(key)) return value;
  if (typeof value === 'string') return value.startsWith('pictures/') ? value : change(value);
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).map(([name, part]) => [
    name,
    changeTexts(part, change, name),
  ]);
  return Array.isArray(value) ? parts.map(([, part]) => part) : Object.fromEntries(parts);
}

/** Returns what is found in a page, without its stylesheet and scripts, with some of the text around it. */
const found = (text: string, pattern: RegExp): string[] => {
  const html = text.replaceAll(/<(style|script)[^>]*>.*?<\/\1>/gs, '');
  return [
    ...html.matchAll(new RegExp(`.{0,60}(?:${pattern.source}).{0,40}`, `g${pattern.flags}`)),
  ].map(([part]) => part);
};

const colors = {
  light: { accent: '#0b5d7a', paper: '#f2f7f9', ink: '#10222b' },
  dark: { accent: '#7fd0ee', paper: '#0c1519', ink: '#e3eef3' },
};

test('another name, colors, time zone, currency and language: no page or file has those of the sample', async (t) => {
  const french = await sampleValues('site.fr.yaml');
  const values = changeTexts(await sampleValues(), (text) =>
    text.replace(/Tamarind( Foods Group)?/g, 'Calabash$1').replace(/Lagos/g, 'Nairobi'),
  ) as Awaited<ReturnType<typeof sampleValues>>;
  values.language = 'fr';
  values.region = {
    locale: 'fr-KE',
    timeZone: 'Africa/Nairobi',
    phoneCountries: ['KE'],
    currency: 'KES',
  };
  values.enquiries.email = 'jobs@calabash.example';
  values.mail.confirmation = french.mail.confirmation;
  values.skins = { panel: true, items: [{ name: 'Lac', colors }] };
  const site = await startCompany(t, values);
  for (const { path, text } of await readAll(site)) {
    assert.deepEqual(
      found(text, /tamarind(?!foods\.example)|#9a3b16|#fbf5ea|en-GB|<html lang="en/i),
      [],
      path,
    );
    if (/<html/.test(text)) assert.equal(found(text, /<html[^>]* lang="fr"/).length, 1, path);
  }
  const { text: home } = await read(site, '/');
  assert.ok(home.includes('--accent:var(--light,#0b5d7a)var(--dark,#7fd0ee)'));
  assert.deepEqual(found(home, /hreflang/), []);
  assert.doesNotMatch(home, /basil|beet|turmeric/);
  const manifest = JSON.parse((await read(site, '/manifest.webmanifest')).text);
  assert.deepEqual(
    [manifest.short_name, manifest.theme_color, manifest.lang],
    ['Calabash', '#f2f7f9', 'fr'],
  );
  assert.equal((await fetch(`${site.origin}/share.png`)).headers.get('content-type'), 'image/png');
  const icon = /<link rel="icon" href="([^"]+)" type="image\/svg\+xml"/.exec(home)?.[1] ?? '';
  assert.match((await read(site, icon)).text, /\{fill:#0b5d7a\}.*fill:#7fd0ee/);
  const drawn = await fetch(`${site.origin}/icon.png`);
  const { body: _body, ...size } = readRaster(Buffer.from(await drawn.arrayBuffer()));
  assert.deepEqual(size, { width: 192, height: 192 });
  const drawing = /\/assets\/[\w-]+\.svg/.exec(home)?.[0] ?? assert.fail();
  const { headers } = await fetch(site.origin + drawing);
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none';.* sandbox$/);

  const mails = await mailsOf(site, '+254 712 345 678');
  for (const mail of mails) {
    assert.doesNotMatch(mail, /tamarind(?!foods\.example)|#9a3b16|#fbf5ea|en-GB|lang="en"/i);
    assert.match(mail, /<html lang="fr" dir="ltr">/);
    assert.match(mail, /#0b5d7a.*#f2f7f9.*Calabash/s);
  }
});

test('what is off or left out has no section, link, page or line of the sitemap', async (t) => {
  const values = await sampleValues();
  for (const name of 'gallery dishes brands map enquiryForms testimonial benefits'.split(' '))
    delete values[name];
  values.show = {
    houses: false,
    contactPage: false,
    alerts: false,
    feeds: false,
    embedding: false,
  };
  values.skins.panel = false;
  values.photographs = false;
  values.feedback.steps = [];
  values.documents = { nysc: { notNeeded: {} }, undergraduate: { notNeeded: {} } };
  values.mailsPerHour = 2;
  values.brand.icon = 'pictures/suya.svg';
  values.brand.logo = 'pictures/suya.svg';
  values.footer.links = [{ label: 'Houses', href: '/#companies' }];
  const site = await startCompany(t, values);
  const ids = 'companies benefits dishes gallery brands find-us contact-us quote skin-panel'.split(
    ' ',
  );
  const paths =
    '/contact /alerts /feed.rss /feed.json /jobs.xml /embed /embed.js /forms/quote /forms/contact-us /forms/open-date'.split(
      ' ',
    );
  for (const path of ['/', '/application/101', '/application/none', '/?q=nothing-like-this']) {
    const { text } = await read(site, path);
    for (const id of ids) assert.deepEqual(found(text, new RegExp(`id="${id}"|#${id}"`)), [], path);
    for (const one of paths) assert.ok(!text.includes(`href="${one}`), `${path} links to ${one}`);
    assert.ok(!text.includes(values.footer.linksTitle), path);
    assert.ok(/<img(?=[^>]* alt="Tamarind")[^>]* src="\/assets\/suya-/.test(text), path);
    assert.deepEqual(found(text, /can photograph|openstreetmap|What if one is missing/i), [], path);
  }
  for (const path of paths) {
    const [got, posted] = await Promise.all([
      fetch(site.origin + path),
      fetch(site.origin + path, {
        method: 'POST',
        headers: { origin: site.origin },
        body: new URLSearchParams({ email: 'ada@example.com' }),
      }),
    ]);
    assert.deepEqual([path, got.status, posted.status], [path, 404, 404]);
  }
  const { text: home } = await read(site, '/');
  assert.doesNotMatch(home, /"(?:gallery|map|enquiry|messageForm)":/, 'texts for scripts');
  assert.match(home, /<link rel="icon" href="\/assets\/suya-[\w-]{8}\.svg" type="image\/svg\+xml"/);
  const drawn = await fetch(`${site.origin}/favicon.ico`);
  assert.deepEqual([drawn.status, drawn.headers.get('content-type')], [200, 'image/png']);
  // A plate of two colors has 3 kB.
  assert.ok(Number(drawn.headers.get('content-length')) > 10_000);
  const { text: sitemap } = await read(site, '/sitemap.xml');
  assert.doesNotMatch(sitemap, /contact/);
  // A link of a mail that was sent before works to its end.
  const unsubscribe = await fetch(`${site.origin}/alerts/${'x'.repeat(43)}`);
  assert.notEqual(unsubscribe.status, 405);
  assert.match(await unsubscribe.text(), /<h1/);
  const policy = (await fetch(site.origin)).headers.get('content-security-policy') ?? '';
  assert.doesNotMatch(policy, /openstreetmap/);

  const mails = await mailsOf(site);
  for (const mail of mails)
    for (const one of paths) assert.ok(!mail.includes(site.origin + one), `a mail links to ${one}`);
  const link = /http\S+\/my-application\/[\w-]+/.exec(mails.join('\n'))?.[0] ?? assert.fail();
  assert.equal((await fetch(link)).status, 200);
  const visitor = new NoScriptBrowser(site.origin);
  await applyWithoutScript(visitor, '101', newApplicant({ answers: { 1001: '1', 1002: 'Yes.' } }));
  const receipt = await visitor.get('/feedback');
  assert.match(receipt.text, /0 of 4/);
  assert.ok(!receipt.text.includes(values.feedback.next));
  // The third mail of an hour waits.
  await mailsOf(site, undefined, 4);
  const { stdout } = await hostCommand(site.dataDir, ['mail', '--json']);
  assert.match(stdout, /2 mails to applicants in an hour/);
});

test('markup and right-to-left text in every value and text of the site stay text in pages and feeds', async (t) => {
  const hostile = `<img src=x onerror="alert(1)">&amp;</script>]]>\u202e\u05d0`;
  const { language: _, ...texts } = en;
  const sample = { ...(await sampleValues()), texts };
  const values = changeTexts(sample, (text) =>
    text.startsWith('{') || text === '' ? text : `${hostile}${text}`,
  ) as Awaited<ReturnType<typeof sampleValues>>;
  // Its openings name it so, and it gets mails of their applications.
  values.companies.items[0].name = 'First Light Bakery';
  const site = await startCompany(t, values);
  for (const { path, text } of await readAll(site)) {
    // A text in JSON is data, whose reader escapes it.
    if (path.endsWith('.json') || path.endsWith('.webmanifest')) JSON.parse(text);
    else assert.deepEqual(found(text, /<img src=x/), [], path);
  }
  const { text: home } = await read(site, '/');
  assert.ok(home.includes('&lt;img src=x onerror='));

  for (const mail of await mailsOf(site)) {
    const html = mail.slice(mail.indexOf('<!doctype'));
    assert.doesNotMatch(html, /<img src=x/);
    assert.ok(html.includes('&lt;img src=x onerror='));
    const [subject = ''] = mail.split('\n', 1);
    assert.doesNotMatch(subject, /\p{Bidi_Control}/u);
  }
});

test('a group of 500 companies with 200 pictures starts, and home has each of them', async (t) => {
  const values = await sampleValues();
  const drawing = await readFile(join(sampleFolder, 'pictures/suya.svg'), 'utf8');
  const pictures = Object.fromEntries(
    Array.from({ length: 200 }, (_, at) => [
      `house-${at}.svg`,
      drawing.replace(/<title>.*?<\/title>/s, `<title>House ${at}</title>`),
    ]),
  );
  const [company] = values.companies.items;
  values.companies.items = Array.from({ length: 500 }, (_, at) => ({
    ...company,
    name: `House ${at}`,
    picture: `pictures/house-${at % 200}.svg`,
    slides: [`pictures/house-${(at + 1) % 200}.svg`],
  }));
  const site = await startCompany(t, values, pictures);
  const { text: home } = await read(site, '/');
  assert.equal(found(home, /<h3>House \d+<\/h3>/).length, 500);
  const addresses = new Set(home.match(/\/assets\/house-[\w-]+\.svg/g));
  assert.equal(addresses.size, 200);
  for (const address of addresses) assert.equal((await fetch(site.origin + address)).status, 200);
});
