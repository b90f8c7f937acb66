import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomUtils, parseDocument } from 'htmlparser2';
import { referrers } from '#src/domain/model/options.ts';
import { newApplicant } from '../support/applicant.ts';
import { openings } from '../support/default-responses.ts';
import { formValues, NoScriptBrowser } from '../support/no-script-browser.ts';
import { replies } from '../support/scripted-host.ts';
import { listOf, siteAndHost } from '../support/site-and-host.ts';

const at = siteAndHost();
/** A site that stores its pages. */
const atCached = siteAndHost({ CACHE_TTL_MS: '60000' });

for (const { value } of referrers)
  test(`?ref=${value} preselects it, from home through to the form, without script`, async () => {
    const visitor = new NoScriptBrowser(at.origin);
    const home = await visitor.get(`/?ref=${value}`);
    const links = [...home.html.matchAll(/<a [^>]*href="(\/application\/[^"]+)"/g)];
    assert.ok(links.length >= 4);
    for (const [, href] of links) assert.match(href ?? '', new RegExp(`\\?ref=${value}(?:#|$)`));
    const opening = await visitor.get(links[0]?.[1] ?? '');
    assert.equal(opening.form('emailaddress').values.get('referrer'), value);
    // What the applicant chooses instead is kept.
    const refused = await visitor.submit(opening, opening.form('emailaddress'), {
      referrer: 'linkedin',
    });
    assert.equal(refused.form('emailaddress').values.get('referrer'), 'linkedin');
  });

test('every link of the list and its search form keep ref, filtered, on another page, and without results', async (t) => {
  const many = Array.from({ length: 120 }, (_, n) => ({ ...openings[0], id: n }));
  at.host.always('openingsall', replies.json(listOf([...many, ...openings])));
  t.after(() => at.host.always('openingsall'));
  for (const query of ['', 'city=Lagos&', 'page=2&', 'company_id=1&q=sushi&city=Kano&']) {
    const { html } = await at.read(`/?${query}ref=linkedin`);
    const all = DomUtils.getElementsByTagName('*', parseDocument(html));
    const links = all.flatMap(({ name, attribs }) =>
      name === 'a' && /^\/(?:$|[?#]|application\/)/.test(attribs.href ?? '')
        ? [attribs.href ?? '']
        : [],
    );
    assert.ok(links.length > 20, `${links.length}`);
    assert.deepEqual(
      links.filter((href) => new URL(href, at.origin).searchParams.get('ref') !== 'linkedin'),
      [],
    );
    const form = /<form(?:(?!<\/form>).)*id="company_id"(?:(?!<\/form>).)*<\/form>/s.exec(
      html,
    )?.[0];
    assert.match(form ?? '', /<input type="hidden" name="ref" value="linkedin"\/>/);
  }
});

test('the preselected referrer reaches the API host', async () => {
  const visitor = new NoScriptBrowser(at.origin);
  const page = await visitor.get('/application/11?ref=social_media');
  const {
    referrer: _chosen,
    referrer_name: _name,
    ...values
  } = formValues(newApplicant({ answers: { 101: 'Yes', 102: '' } }));
  await visitor.submit(page, page.form('emailaddress'), values);
  const [call] = at.host.callsTo('applyjobposting');
  assert.match(JSON.stringify(call?.json), /"referrer":"social_media"/);
});

test('another value preselects nothing, and is the same stored page as none', async () => {
  // The first page of a site may be one that has not waited for all of its data; that one is not stored.
  for (const path of ['/', '/application/11']) await atCached.read(path);
  const plain = await atCached.read('/application/11');
  for (const ref of ['other', '%3Cscript%3E', 'LINKEDIN', '__proto__']) {
    const page = await atCached.read(`/application/11?ref=${ref}`);
    assert.equal(page.headers.get('etag'), plain.headers.get('etag'));
    assert.equal(
      (await atCached.read(`/?ref=${ref}`)).headers.get('etag'),
      (await atCached.read('/')).headers.get('etag'),
    );
  }
  assert.match(plain.html, /<select[^>]*name="referrer"/);
  assert.doesNotMatch((await atCached.read('/?ref=other')).html, /[?&]ref=/);
});
