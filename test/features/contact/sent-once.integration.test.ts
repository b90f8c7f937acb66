import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messages } from '#src/domain/model/messages.ts';
import { faultSite } from '#test/support/faults.ts';
import { NoScriptBrowser } from '#test/support/no-script-browser.ts';
import { type Reply, replies } from '#test/support/scripted-host.ts';
import { logged } from '#test/support/site.ts';

const site = faultSite();
const message = {
  firstname: 'Sade',
  lastname: 'Osunlana',
  email: 'sade@example.com',
  phone: '',
  msg: 'Do you bake on Sundays?',
};
const received = () => site.primary.callsTo('contact').length;

/** Submits the contact form without JavaScript, with changed values. */
async function writer(address = site.address()) {
  const visitor = new NoScriptBrowser(site.origin, address);
  const page = await visitor.get('/contact');
  return (changes: Partial<typeof message> = {}) =>
    visitor.submit(page, page.form('msg'), { ...message, ...changes });
}

/** Returns a reply that is sent when `answer` is called. */
function pausedReply(json: object): { readonly reply: Reply; answer(): void } {
  const released = Promise.withResolvers<void>();
  return {
    answer: released.resolve,
    reply: {
      after: 'body',
      respond: async ({ response }) => {
        await released.promise;
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(json));
      },
    },
  };
}

test('without script, a message submitted twice and refused shows the refusal on both pages, is unchanged, and can be sent again', async () => {
  const slow = pausedReply({ status: 0, message: 'The kitchen is closed.' });
  site.primary.next('contact', slow.reply);
  const post = await writer();
  const from = site.site.log.length;
  const posts = [post(), post()];
  await Promise.all([
    site.primary.called('contact', 1),
    logged(site.site, 'message-repeated', from),
  ]);
  slow.answer();
  for (const page of await Promise.all(posts)) {
    assert.ok(page.text.includes('The kitchen is closed.'));
    assert.equal(page.form('msg').values.get('msg'), message.msg);
  }
  assert.ok((await post()).text.includes(messages.messageSent));
  assert.equal(received(), 2);
});

test('a message whose response was lost is sent again under the same Idempotency-Key when the visitor submits it again', async () => {
  site.primary.next('contact', replies.resetAfterReading());
  const post = await writer();
  assert.ok((await post()).text.includes('We do not know whether your message arrived.'));
  assert.ok((await post()).text.includes(messages.messageSent));
  const keys = site.primary.callsTo('contact').map(({ headers }) => headers['idempotency-key']);
  assert.match(String(keys[0]), /^[\w-]{43}$/);
  assert.deepEqual(keys, [keys[0], keys[0]]);
});
