import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { faultSite } from '#test/support/faults.ts';
import { failAt, hostFaults, typicalFaults } from '#test/support/host-faults.ts';
import { NoScriptBrowser } from '#test/support/no-script-browser.ts';
import { replies } from '#test/support/scripted-host.ts';

const faults = faultSite();
const visitor = () => new NoScriptBrowser(faults.origin, faults.address());

/** A read that failed temporarily is retried within the time limit, at most three attempts. */
function assertTries(call: string, passing: boolean, there: boolean): void {
  const made = faults.primary.callsTo(call).length;
  if (!there) assert.equal(made, 0);
  else if (passing) assert.ok(made >= 2 && made <= 3, `${made} tries`);
  else assert.equal(made, 1);
}

/** The host that is down, and one fault of each kind. */
const readFaults = [...hostFaults.slice(0, 1), ...typicalFaults];

for (const { what, passing, ...how } of readFaults) {
  const there = how.reply !== undefined;
  test(`a search shows that the host does not respond, and is unchanged, when ${what}`, async () => {
    const q = randomUUID();
    await failAt(faults.primary, 'openings', how);
    const page = await visitor().get(`/?company_id=1&q=${q}`);
    assert.match(page.text, /The list of jobs is not answering\. Nothing is lost/);
    assert.equal(page.form('q').values.get('q'), q);
    assertTries('openings', passing, there);
  });

  test(`a search for words of a known opening shows it, with the time of the list, when ${what}`, async () => {
    await visitor().get('/');
    faults.primary.reset();
    await failAt(faults.primary, 'openings', how);
    // The result of an earlier test would be shown.
    const texts = ['pastry', 'croissants', 'laminated', 'dough', 'lamination'];
    const q = texts[readFaults.findIndex((one) => one.what === what)];
    const page = await visitor().get(`/?company_id=1&q=${q}`);
    assert.match(page.text, /This may be out of date\..*You see it as it was at \d\d:\d\d/);
    assert.match(page.text, /Pastry chef/);
  });

  test(`the home page shows the last openings it read, with their time, when ${what}`, async () => {
    await visitor().get('/');
    faults.primary.reset();
    await failAt(faults.primary, 'openingsall', how);
    const page = await visitor().get('/');
    assert.match(page.text, /This may be out of date\..*You see it as it was at \d\d:\d\d/);
    assert.match(page.text, /Pastry chef/);
    assertTries('openingsall', passing, there);
  });

  test(`an opening that was never read shows a message when ${what}`, async () => {
    const id = randomUUID();
    await failAt(faults.primary, 'findopening', how);
    const page = await visitor().get(`/application/${id}`);
    assert.equal(page.status, 503);
    assert.match(page.text, /This opening cannot be shown right now\..*try again in a minute/);
    assert.ok(page.html.includes(`href="/application/${id}"`));
    assert.match(page.html, /<meta name="robots" content="noindex"/);
    assertTries('findopening', passing, there);
  });
}

for (const { what, ...how } of typicalFaults)
  test(`the openings are shown without the list of companies when ${what}`, async () => {
    await failAt(faults.primary, 'companylocations', how);
    // A page may share the read of the test before it.
    do {
      const page = await visitor().get('/');
      assert.match(page.text, /Pastry chef.*Night porter/);
      assert.doesNotMatch(page.text, /not answering/);
    } while (faults.primary.callsTo('companylocations').length === 0);
  });

test('an opening that was read before is shown, and can be applied to, while the host is down', async () => {
  await visitor().get('/application/12');
  await faults.primary.stop();
  const page = await visitor().get('/application/12');
  assert.match(page.text, /This may be out of date\./);
  assert.match(page.text, /Counter assistant/);
  assert.ok(page.form('emailaddress').names.includes('cover_letter'));
});

test('an opening that no longer exists responds 404 and lists the others', async () => {
  const page = await visitor().get('/application/filled-last-week');
  assert.equal(page.status, 404);
  assert.match(page.text, /We could not find that opening\..*Pastry chef/);
  assertTries('findopening', false, true);
});

test('Retry-After of one second is respected, and the visitor gets the list', async () => {
  faults.primary.next('openingsall', replies.http(429, { 'retry-after': '1' }));
  const began = performance.now();
  const page = await visitor().get('/');
  assert.match(page.text, /Pastry chef/);
  assert.doesNotMatch(page.text, /out of date/);
  assert.equal(faults.primary.callsTo('openingsall').length, 2);
  assert.ok(performance.now() - began >= 990);
});

test('one malformed opening does not remove the others', async () => {
  const good = { id: 7, role_name: 'Miller', jobdescription: '<p>Mill.</p>', company_id: 1 };
  faults.primary.always(
    'openingsall',
    replies.json({ status: 1, data: [{ id: null, role_name: 3 }, good] }),
  );
  const page = await visitor().get('/');
  assert.match(page.text, /Miller/);
  assert.match(page.text, /1 opening\b/);
});
