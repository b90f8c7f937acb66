import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import { Hono } from 'hono';
import { readContactFixture } from '#cli/fixtures.ts';
import { prepareAll } from '#cli/submit/prepare.ts';
import { createApp } from '#src/api-host/routes/app.ts';
import type { AppParts } from '#src/api-host/routes/app-parts.ts';
import { siteConfig } from '#src/config/site.ts';
import type { ApiClient } from '#src/domain/api/api-client.ts';
import { letterHtml } from '#src/features/application/form-values.ts';
import { messageForms } from '#src/features/contact/message-routes.ts';
import { withRequestContext } from '#src/middleware/request-context.ts';
import type { SiteEnv } from '#src/request/site-env.ts';
import { sixDocuments } from '#test/support/applicant.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { applicationRows, contactRows, oddValues, type Verdict, validForm } from './odd-values.ts';
import { opening, siteVerdict, withoutLetterLength } from './verdicts.ts';

const directory = newFolder({ after });

/** Returns a form's values as an application: the letter as HTML, the answers by question id. */
function toFixture(values: Readonly<Record<string, string>>) {
  const answers: Record<string, string> = {};
  const fields: Record<string, string> = { joblistingid: '11' };
  for (const [name, value] of Object.entries(values)) {
    const id = /^answers\[(.+)\]$/.exec(name)?.[1];
    if (id !== undefined) answers[id] = value;
    else fields[name] = name === 'cover_letter' ? letterHtml(value, 'text') : value;
  }
  return { ...fields, answers };
}

const host = createApp({
  ...({} as AppParts),
  openings: { find: async () => ({ opening, closed: false }) } as unknown as AppParts['openings'],
  applications: {
    apply: async () => ({ kind: 'accepted', id: '7', replayed: false }),
  } as unknown as AppParts['applications'],
  messages: { store: async () => 'stored' },
  clock: () => new Date(),
  log: { debug() {}, info() {}, warn() {}, error() {} } as unknown as AppParts['log'],
});

/** What the API host finds in the body of a call. */
async function hostVerdict(call: string, body: unknown): Promise<Verdict> {
  const bytes = Buffer.from(JSON.stringify(body));
  const incoming = Object.assign(Readable.from([bytes]), {
    headers: { 'content-type': 'application/json', 'content-length': String(bytes.length) },
    complete: true,
  }) as unknown as IncomingMessage;
  const response = await host.request(`/api/${call}`, { method: 'POST' }, { incoming });
  const { status, errors, message } = (await response.json()) as {
    status: number;
    errors?: { field: string; message: string }[];
    message: string;
  };
  if (status === 1) return {};
  assert.ok(errors, message);
  return Object.fromEntries(errors.map((error) => [error.field, error.message]));
}

/** What the command line finds in fixtures. */
async function cliVerdicts(fixtures: readonly object[]): Promise<readonly Verdict[]> {
  const paths = await Promise.all(
    fixtures.map(async (application, index) => {
      const path = join(directory, `${index}.json`);
      await writeFile(path, JSON.stringify({ application, documents: sixDocuments }));
      return path;
    }),
  );
  const client = { findOpening: async () => opening } as unknown as ApiClient;
  const prepared = await prepareAll(paths, {
    client,
    signal: new AbortController().signal,
    stdin: async () => new Uint8Array(),
  });
  return prepared.map((one) => {
    if (!('outcome' in one)) return {};
    assert.equal(one.outcome, 'invalid', one.message);
    return Object.fromEntries(
      one.message.split('; ').map((line) => {
        const [, field = '', message = ''] = /^application\.(.+?): (.*)$/.exec(line) ?? [];
        return [field, message];
      }),
    );
  });
}

const messageRoutes = new Hono<SiteEnv>().use(withRequestContext()).route(
  '/',
  messageForms({
    client: () => assert.fail('a valid message'),
    checks: { checkRateLimit: async () => undefined },
    enquiryForms: siteConfig.enquiryForms,
  }),
);
/** What the address of the contact form finds. */
async function contactVerdict(values: Readonly<Record<string, string>>): Promise<Verdict> {
  const body = new FormData();
  for (const [name, value] of Object.entries(values)) body.set(name, value);
  // With a filled honeypot a valid message is not sent.
  body.set('website', 'x');
  const init = { method: 'POST', body, headers: { accept: 'application/json' } };
  const response = await messageRoutes.request('/contact', init);
  return (await response.json()).fields ?? {};
}

/** Compares verdicts, and names the value of the first difference. */
function assertSame(
  actual: Verdict,
  expected: Verdict,
  values: Readonly<Record<string, string>>,
  who: string,
) {
  const names = new Set([...Object.keys(actual), ...Object.keys(expected)]);
  for (const name of names)
    assert.equal(
      actual[name],
      expected[name],
      `${who}: ${name} = ${JSON.stringify(values[name]).slice(0, 120)}`,
    );
}

test('each field has at least 200 odd values, valid ones and invalid ones', async () => {
  for (const [rows, names] of [
    [applicationRows, Object.keys(validForm)],
    [contactRows, ['firstname', 'lastname', 'email', 'phone', 'msg']],
  ] as const)
    for (const name of names)
      assert.ok(new Set(rows.map((row) => row[name])).size >= 200, `${name}`);
});

test('site, command line and API host find the same in every odd application', async () => {
  const fixtures = applicationRows.map(toFixture);
  const cli = await cliVerdicts(fixtures);
  let found = 0;
  for (const [index, row] of applicationRows.entries()) {
    const expected = await hostVerdict('applyjobposting', fixtures[index]);
    found += Object.keys(expected).length;
    assertSame(cli[index] ?? {}, expected, row, 'command line');
    assertSame(await siteVerdict(row), withoutLetterLength(expected), row, 'site');
  }
  assert.ok(found > applicationRows.length);
});

test('site, command line and API host find the same in every odd letter of a valid application', async () => {
  const forms = oddValues('I bake.', 30_000).map((cover_letter) => ({
    ...validForm,
    cover_letter,
  }));
  const fixtures = forms.map(toFixture);
  const cli = await cliVerdicts(fixtures);
  for (const [index, form] of forms.entries()) {
    const expected = await hostVerdict('applyjobposting', fixtures[index]);
    assertSame(cli[index] ?? {}, expected, form, 'command line');
    assertSame(await siteVerdict(form), expected, form, 'site');
  }
});

test('site, command line and API host find the same in every odd contact message', async () => {
  for (const row of contactRows) {
    const expected = await hostVerdict('contact', row);
    const path = join(directory, 'contact.json');
    await writeFile(path, JSON.stringify(row));
    const { problems } = await readContactFixture(path, async () => new Uint8Array());
    const cli = Object.fromEntries(problems.map(({ field, message }) => [field, message]));
    assertSame(cli, expected, row, 'command line');
    assertSame(await contactVerdict(row), expected, row, 'site');
  }
});
