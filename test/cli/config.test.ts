import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { sampleFolder, sampleValues, writeCompany } from '#test/support/company-files.ts';
import { root } from '#test/support/site.ts';

const run = promisify(execFile);
const careers = (...args: string[]) => careersWith({}, ...args);
const careersWith = (env: Readonly<Record<string, string>>, ...args: string[]) =>
  run(process.execPath, ['cli/careers.js', ...args], {
    cwd: root,
    env: { ...process.env, ...env },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );

test('config print gives the sample, and config schema accepts it', async () => {
  const [printed, schema] = await Promise.all([
    careers('config', 'print'),
    careers('config', 'schema'),
  ]);
  assert.equal(printed.stdout, readFileSync(join(sampleFolder, 'site.yaml'), 'utf8'));
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
    JSON.parse(schema.stdout),
  );
  const values: object = parse(printed.stdout);
  assert.ok(validate(values), JSON.stringify(validate.errors));
  assert.equal(validate({ ...values, brnad: {} }), false);
  assert.equal(validate({ ...values, texts: { layout: { enquiries: 'Ask us' } } }), true);
  assert.equal(validate({ ...values, texts: { layout: { enquirys: 'Ask us' } } }), false);
});

test('config check names languages and pictures, or all that is wrong, and a page that does not exist', async (t) => {
  const values = await sampleValues();
  const file = await writeCompany({ 'site.yaml': values });
  t.after(() => rmSync(dirname(file), { recursive: true }));
  const valid = await careers('config', 'check', file);
  assert.deepEqual(
    [valid.code, valid.stdout],
    [0, `${file} is valid: en, 34 pictures, companies: 6\n`],
  );
  values.region.phoneCountries = ['KE'];
  values.documents.nysc = { help: 'A letter.', notNeeded: {} };
  writeFileSync(file, JSON.stringify(values));
  const kenyan = await careers('config', 'check', file);
  assert.match(
    kenyan.stdout,
    /6\napplication\.educations is not set: it is that of Nigeria\ndocuments\.waec\.label is not set: .*\n$/,
  );
  // A link to what is left out is no fault, and is left out too.
  delete values.gallery;
  values.footer.links = ['/#gallery', '/kontakt', '/#galery'].map((href) => ({ label: '-', href }));
  writeFileSync(file, JSON.stringify(values));
  const link = await careers('config', 'check', file);
  assert.equal(link.code, 3);
  assert.match(
    link.stderr,
    /valid\.\n.*yaml:1: footer\.links\.1\.href: is no page or section of the site \(it is "\/kontakt"\)\n.*"\/#galery"\)\n$/,
  );
  values.menu[0].href = 'javascript:alert(1)';
  values.skins.panel = 'yes';
  writeFileSync(file, JSON.stringify(values));
  const both = await careers('config', 'check', file);
  assert.equal(both.code, 3);
  assert.match(both.stderr, /menu\.0\.href: .*\n.*skins\.panel: /);
});

test('examples of an import and the pages of nginx are those of SITE_CONFIG', async (t) => {
  const values = await sampleValues();
  values.language = 'fr';
  values.brand.name = 'Calabash';
  values.region.currency = 'KES';
  values.mail.confirmation = (await sampleValues('site.fr.yaml')).mail.confirmation;
  const file = await writeCompany({ 'site.yaml': values });
  const folder = dirname(file);
  t.after(() => rmSync(folder, { recursive: true }));
  const env = { SITE_CONFIG: file };
  const [template, pages] = await Promise.all([
    careersWith(env, 'host', 'openings', 'template'),
    careers('config', 'check', file, '--error-pages', join(folder, 'pages')),
  ]);
  assert.match(template.stdout, /120000 - 150000 KES MONTH/);
  assert.deepEqual([pages.code, pages.stderr], [0, '']);
  assert.equal(readdirSync(join(folder, 'pages')).length, 12);
  const page = readFileSync(join(folder, 'pages/502.html'), 'utf8');
  assert.match(page, /<html lang="fr".*>Calabash<\/a>/s);
  assert.doesNotMatch(page, /Tamarind/);
});
