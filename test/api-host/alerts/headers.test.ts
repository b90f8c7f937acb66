import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { normalizeAlertRequest } from '#src/domain/api/alert-request.ts';
import { validateAddress } from '#src/domain/rules/forms/mail-request.ts';
import { alertsFixture, tokenOf } from '../support/alerts.ts';

/** Texts with what divides, folds or encodes headers. */
const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom('\r\n', '\n', '\r', '\u2028', '\0', '\r\n\r\n', ' \t', '=?utf-8?q?=0D=0A?='),
      fc.constantFrom(
        'Bcc: eve@x.example',
        'Subject: x',
        'To: eve@x.example',
        '<eve@x.example>',
        ',',
      ),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));

test('no text of a request or an opening adds a header or a recipient to a mail', async (t) => {
  const { data, store, run, clock, days, smtp, addOpening } = await alertsFixture(t);
  let n = 0;
  let headers: string | undefined;
  await fc.assert(
    fc.asyncProperty(fc.record({ q: text, city: text, role: text }), async ({ q, city, role }) => {
      n += 1;
      const emailaddress = `a${n}@x.example`;
      const before = smtp.recipients.length;
      // The company exists, so that the words of the search are in the subject of the mail about openings.
      for (const search of [
        { q, city: [city] },
        { company_id: ['1'], q: '', city: [city] },
      ]) {
        const request = normalizeAlertRequest({ emailaddress, search, language: 'en' });
        await store.ask(request, clock.now);
        const [mail] = await run();
        await store.confirm(tokenOf(mail?.text), clock.now);
      }
      const role_name = `Baker ${role}`;
      await addOpening({ id: 1000 + n, role_name, locations: [{ city: `${city} ` }] });
      days(1);
      await run();
      const mails = smtp.mails.slice(-3);
      for (const mail of mails) {
        // Confirmations have none of a list.
        const keys = mail.headerLines.map(({ key }) => key);
        const common = keys.filter((key) => !key.startsWith('list-'));
        const names = [...new Set(common)].toSorted().join();
        headers ??= names;
        assert.equal(names, headers);
        assert.equal(keys.length, new Set(keys).size, 'each once');
        assert.doesNotMatch(mail.subject ?? '', /[\r\n]/);
      }
      assert.deepEqual(new Set(smtp.recipients.slice(before)), new Set([emailaddress]));
      await data.database.db.deleteFrom('alerts').execute();
    }),
    // A mail program could read this city as an encoded word (RFC 2047), whose text is a line end.
    { numRuns: 10, examples: [[{ q: '', city: '=?utf-8?q?=0D=0A?=', role: '' }]] },
  );
});

test('a text that is an address has one recipient, which is the address', () => {
  fc.assert(
    fc.property(text, text, (name, domain) => {
      const search = { q: '' };
      const emailaddress = `${name}@${domain}`;
      const request = normalizeAlertRequest({ emailaddress, search, language: 'en' });
      if (validateAddress(request.emailaddress).length === 0)
        assert.match(
          request.emailaddress,
          /^[^\s,;:<>()[\]"\\%!\p{Cc}]+@[^\s,;:<>()[\]"\\%!\p{Cc}@]+$/u,
        );
    }),
  );
});
