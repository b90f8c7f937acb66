import assert from 'node:assert/strict';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { languages } from '#src/language/server.ts';
import { routes } from '#src/routes.ts';
import { testHost } from './api-host/support/host.ts';
import { smtpServer } from './api-host/support/smtp-server.ts';
import {
  type JunkRequest,
  junkRequest,
  randomOf,
  send,
  type Vocabulary,
} from './support/junk-requests.ts';
import { startScriptedHost } from './support/scripted-host.ts';
import { root, startSite } from './support/site.ts';

const count = Number(process.env.JUNK_REQUESTS ?? 500);
const seed = Number(process.env.JUNK_SEED ?? Math.floor(Math.random() * 2 ** 32));

const words: Vocabulary = {
  patterns: languages.flatMap(({ prefix }) => Object.keys(routes).map((path) => prefix + path)),
  queryNames: ['q', 'city', 'company', 'type', 'joblistingid', 'submission', 'sent', 'ref', 'x'],
  fieldNames: [
    'firstname',
    'email',
    'msg',
    'applicant_id',
    'document_type',
    'cv',
    'link',
    'answers[1]',
    'date',
    'emailaddress',
    'confirm',
    'company_id',
  ],
  fieldValues: ['Ada', 'ada@example.com', '08030000000', '11', 'cv', '/my-application/guess'],
  cookies: [
    'upload_ticket=x.y',
    'upload_ticket=%E0%A4%A',
    'a=b; a=c',
    '=;;',
    `upload_ticket=${'x'.repeat(3000)}`,
  ],
};

/** Sends junk, some requests at a time. Returns the requests that were answered with 5xx, or not at all. */
async function sendAll(
  origin: string,
  vocabulary: Vocabulary,
  common: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const random = randomOf(seed);
  const failures: string[] = [];
  const describe = ({ method, path, headers, body }: JunkRequest) =>
    `${method} ${path.slice(0, 200)} ${JSON.stringify(headers).slice(0, 600)} ${String(body).slice(0, 600)}`;
  let left = count;
  const sendNext = async () => {
    while (left > 0) {
      left -= 1;
      const drawn = junkRequest(random, vocabulary);
      const junk = { ...drawn, headers: { ...common, ...drawn.headers } };
      const { status } = await send(origin, junk).catch((error: Error) => ({
        status: error.message,
      }));
      // 503: a limit.
      if (typeof status === 'string' || (status >= 500 && status !== 503))
        failures.push(`${status}: ${describe(junk)}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, sendNext));
  return failures;
}

const isFault = (line: Readonly<Record<string, unknown>>) =>
  line.level === 'error' || /\\n\s+at |"stack":/.test(JSON.stringify(line));

test(`the site answers junk without 5xx and without a stack in its log (JUNK_SEED=${seed})`, async (t) => {
  const smtp = await smtpServer(t);
  // Its own API host offers alerts and links.
  const site = await startSite({
    env: {
      SITE_ORIGIN: 'https://jobs.example',
      SAMPLE_DATA: 'on',
      CACHE_TTL_MS: '0',
      // On a busy machine a read takes longer than the defaults, which is a line with a stack.
      API_TIMEOUT_MS: '60000',
      STALE_AFTER_MS: '60000',
      // The limits are counted by address, and each request has its own.
      TRUST_PROXY: '1',
      SMTP_URL: smtp.url,
      MAIL_FROM: 'a@jobs.example',
    },
  });
  const scripts = globSync(`${root}dist/public/assets/*.js`).map((file) =>
    readFileSync(file, 'utf8'),
  );
  const functions = scripts.flatMap((script) => [...script.matchAll(/`([\da-f]+)#(\w+)`/g)]);
  assert.ok(functions.length > 0);
  const begin = site.log.length;
  const failures = await sendAll(site.origin, {
    ...words,
    patterns: [
      ...words.patterns,
      ...['/RSC/*', '/RSC/%2F/*', '/RSC/_root.txt', '/RSC/R/*'],
      ...functions.map(([, module, name]) => `/RSC/F/${module}/${name}.txt`),
    ],
    fieldNames: [
      ...words.fieldNames,
      ...[
        '$ACTION_ID_',
        '$ACTION_ID_x#y',
        '$ACTION_REF_',
        '$ACTION_REF_1',
        '$ACTION_1:0',
        '$ACTION_1:1',
      ],
    ],
  });
  assert.deepEqual(failures, []);
  assert.equal((await fetch(`${site.origin}/readyz`)).status, 200);
  await site.stop();
  assert.deepEqual(site.log.slice(begin).filter(isFault), []);
});

test(`the API host answers junk without 5xx and without a stack in its log (JUNK_SEED=${seed})`, async (t) => {
  const smtp = await smtpServer(t);
  const secret = 's'.repeat(32);
  const siteOrigin = 'https://jobs.example';
  const mail = { url: smtp.url, from: 'a@jobs.example' };
  const host = await testHost(t, { settings: { secret, siteOrigin, mail } });
  const open = await testHost(t);
  const calls = [
    'openingsall',
    'openings',
    'companylocations',
    'findopening/:id',
    'listopenings',
    'validatecandidate',
  ];
  const writes = ['applyjobposting', 'uploadapplicantdocument', 'contact', 'openapi.json', ':id'];
  const links = [
    '/applications/:id',
    '/applications/:id/link',
    '/links/read',
    '/links/withdraw',
    '/links/:id',
    '/alerts',
    ...['read', 'confirm', 'renew', 'end', ':id'].map((call) => `/alerts/${call}`),
    '/health',
  ];
  const vocabulary = {
    ...words,
    patterns: [...[...calls, ...writes].map((call) => `/api/${call}`), ...links],
    queryNames: ['search', 'company', 'email', 'phone', 'joblistingid', 'firstname', 'x'],
    fieldNames: [
      ...words.fieldNames,
      'applicant_info',
      'final_file',
      'joblistingid',
      'emailaddress',
      'token',
      'search',
      'language',
    ],
    fieldValues: [...words.fieldValues, '{"applicant_id":"1"}', '101'],
  };
  const asSite = { authorization: `Bearer ${secret}` };
  for (const [{ origin, lines }, headers] of [
    [host, asSite],
    [open, {}],
  ] as const) {
    assert.deepEqual(await sendAll(origin, vocabulary, headers), []);
    assert.deepEqual(lines.filter(isFault), []);
  }
});

test('a visitor who disconnects at any moment is no error in the log', async () => {
  await using host = await startScriptedHost();
  const site = await startSite({ env: { API_HOST: host.origin, CACHE_TTL_MS: '0' } });
  const { hostname, port } = new URL(site.origin);
  const random = randomOf(seed);
  const paths = ['/', '/?q=cook', '/contact', '/application/11', '/feed.rss', '/forms/quote'];
  for (let sent = 0; sent < 100; sent += 1) {
    const isPost = random.isTrue(0.5);
    const path = random.oneOf(isPost ? [...paths, '/api/uploadapplicantdocument'] : paths);
    const socket = connect(Number(port), hostname).on('error', () => {});
    const head = isPost
      ? 'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 5000\r\n\r\n--b\r\nContent-Disposition: form-data; name="cv"; filename="cv.pdf"\r\n\r\n%PDF'
      : '\r\n';
    socket.write(`${isPost ? 'POST' : 'GET'} ${path} HTTP/1.1\r\nHost: localhost\r\n${head}`);
    await once(socket, 'connect');
    for (let turn = random.below(40); turn > 0; turn -= 1) await nextTurn();
    // Some read the beginning of the response.
    if (random.isTrue(0.3) && !isPost) await once(socket, 'data');
    socket.destroy();
  }
  assert.equal((await fetch(`${site.origin}/healthz`)).status, 200);
  await site.stop();
  assert.deepEqual(site.log.filter(isFault), []);
});
