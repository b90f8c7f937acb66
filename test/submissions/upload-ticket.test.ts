import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { generateCookie } from 'hono/cookie';
import { submissionKeys } from '#src/submissions/encryption.ts';
import { openSubmissionRepository } from '#src/submissions/repository.ts';
import {
  hostCookieOptions,
  readTicket,
  signTicket,
  ticketCookies,
  ticketOf,
} from '#src/submissions/upload-ticket.ts';
import { acceptSubmission } from '#test/support/accept-submission.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { secret } from './sample.ts';

const key = Buffer.alloc(32, 1);
const now = 1_800_000_000_000;
const entries = [
  { id: 'first', expires: now + 10 },
  { id: 'second', expires: now + 20 },
];

test('a signed ticket is read unchanged, newest entry first', () => {
  assert.deepEqual(readTicket(signTicket(entries, key), key, now), entries);
});

test('expired entries are not read', () => {
  assert.deepEqual(readTicket(signTicket(entries, key), key, now + 10), [entries[1]]);
});

test('a changed ticket names no submission', () => {
  const ticket = signTicket(entries, key);
  fc.assert(
    fc.property(fc.nat(ticket.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, by) => {
      fc.pre(ticket[at] !== by);
      const changed = ticket.slice(0, at) + by + ticket.slice(at + 1);
      assert.deepEqual(readTicket(changed, key, now), []);
    }),
  );
  assert.deepEqual(readTicket(ticket, Buffer.alloc(32, 2), now), []);
});

test('an arbitrary cookie value never throws and names no submission', () => {
  fc.assert(fc.property(fc.string(), (text) => readTicket(text, key, now).length === 0));
  assert.deepEqual(readTicket('x'.repeat(100_000), key, now), []);
});

test('a ticket names at most the five newest submissions', () => {
  const many = Array.from({ length: 8 }, (_, n) => ({ id: `${n}`.repeat(24), expires: now + 1 }));
  assert.deepEqual(readTicket(signTicket(many, key), key, now), many.slice(0, 5));
});

test('the cookie is sent to this site only, is hidden from scripts, and is Secure over https', () => {
  const options = { path: '/', maxAge: 60, httpOnly: true, sameSite: 'Strict', secure: true };
  assert.deepEqual(hostCookieOptions('https://careers.example', 60_000), options);
  assert.equal(hostCookieOptions('http://localhost:3000').secure, false);
});

test('a ticket that its browser has given up finds nothing; one of another browser does', async (t) => {
  let at = Date.now();
  const site = openSubmissionRepository({ file: ':memory:', secret, now: () => at });
  t.after(() => site.close());
  const id = await acceptSubmission(site, '1', 'key', buildApplication());
  const given = site.ticket(id);
  at += 1;
  const other = site.ticket(id);
  await site.endTicket(given);
  await site.endTicket(given);
  assert.equal(await site.findByTicket(given), undefined);
  assert.equal((await site.findByTicket(other))?.id, id);
});

test('a ticket for two openings finds the submission of the given opening, else the newest', async (t) => {
  const site = openSubmissionRepository({ file: ':memory:', secret });
  t.after(() => site.close());
  const send = (joblistingid: string) =>
    acceptSubmission(site, `ref-${joblistingid}`, undefined, buildApplication({ joblistingid }));
  const first = site.ticket(await send('101'));
  const both = site.ticket(await send('202'), first);
  assert.equal((await site.findByTicket(both))?.joblistingid, '202');
  assert.equal((await site.findByTicket(both, { joblistingid: '101' }))?.applicantId, 'ref-101');
  assert.equal(await site.findByTicket(both, { joblistingid: '303' }), undefined);
  assert.equal(await site.findByTicket(first, { joblistingid: '202' }), undefined);
});

test('a submission that is named again has one place of the ticket, the first', async (t) => {
  const site = openSubmissionRepository({ file: ':memory:', secret });
  t.after(() => site.close());
  const first = site.ticket('first');
  const again = site.ticket('first', site.ticket('second', first));
  const ids = readTicket(again, submissionKeys(secret).ticket, Date.now()).map(({ id }) => id);
  assert.deepEqual(ids, ['first', 'second']);
});

test('the cookie has the prefix __Host- over https, and replaces the one without it', () => {
  const origin = 'https://careers.example';
  assert.deepEqual(
    ticketCookies(origin, 'new').map(([name, value, { maxAge }]) => [name, value, maxAge > 0]),
    [
      ['__Host-upload_ticket', 'new', true],
      ['upload_ticket', '', false],
    ],
  );
  assert.deepEqual(
    ticketCookies(origin, '').map(([name, value, { maxAge }]) => [name, value, maxAge]),
    [
      ['__Host-upload_ticket', '', 0],
      ['upload_ticket', '', 0],
    ],
  );
  // What hono refuses to write without the attributes that the prefix requires.
  for (const cookie of ticketCookies(origin, 'new'))
    assert.match(generateCookie(...cookie), /Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  assert.deepEqual(
    ticketCookies('http://localhost:3000', 'new').map(([name]) => name),
    ['upload_ticket'],
  );
});

test('the ticket is read from either cookie, first from the one that no other host can set', () => {
  const read = (cookies: Record<string, string>) => ticketOf((name) => cookies[name]);
  assert.equal(read({ upload_ticket: 'old' }), 'old');
  assert.equal(read({ upload_ticket: 'planted', '__Host-upload_ticket': 'new' }), 'new');
  assert.equal(read({}), undefined);
});

test('a ticket longer than any that the site signs is not read', () => {
  const named = (id: string) => signTicket([{ id, expires: now + 10 }], key);
  for (const [length, entries] of [
    [1024, 1],
    [1025, 0],
  ] as const) {
    const ticket = named('x'.repeat(length - named('').length));
    assert.deepEqual([ticket.length, readTicket(ticket, key, now).length], [length, entries]);
  }
});
