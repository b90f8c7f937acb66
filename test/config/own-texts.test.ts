import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultLine } from '#src/config/site-file.ts';
import { checkSite } from '#src/config/site-schema.ts';
import { sampleValues } from '#test/support/company-files.ts';

test('a text keeps the space with which it begins', async () => {
  const texts = { openings: { atCompany: ' with {company}' } };
  const result = checkSite({ ...(await sampleValues()), texts });
  assert.deepEqual('site' in result && result.site.texts, texts);
});

const faultsOf = async (texts: unknown): Promise<string[]> =>
  checkSite({ ...(await sampleValues()), texts }).faults.map(faultLine);

test('a text in own words has a name of the catalogue and its placeholders; a plural form may lack some', async () => {
  const valid = {
    contact: { messages: { contactTitle: 'Write to us' } },
    layout: { enquiries: 'Ask us' },
    openings: {
      careersAt: 'Work at {company}',
      atCompanies: { one: ' at one bakery', other: ' at {count} bakeries' },
    },
    lightbox: { lightboxCounter: '%curr%/%total%' },
  };
  assert.deepEqual(await faultsOf(valid), []);
  assert.deepEqual(
    await faultsOf({
      language: { dir: 'rtl' },
      layout: { enquirys: 'Ask us', skip: '' },
      openings: {
        careersAt: 'Work with us',
        closedNamed: 'x',
        constructor: { other: 'x' },
        atCompanies: { one: ' at {number} bakery', some: 'x', other: ' at {count} bakeries' },
        pageOf: { one: '{text}' },
        others: { one: '{count} other' },
        count: '{count} openings',
      },
    }),
    [
      'texts.language: is not a name of the site config',
      'texts.layout.enquirys: is not a name of the site config',
      'texts.layout.skip: must be text',
      'texts.openings.careersAt: must have the placeholders of the text, which are {company}',
      'texts.openings.closedNamed: is not a name of the site config',
      'texts.openings.constructor: is not a name of the site config',
      'texts.openings.atCompanies.one: must have the placeholders of the text, which are {count}',
      'texts.openings.atCompanies.some: is not a name of the site config',
      'texts.openings.pageOf: must be text',
      'texts.openings.others: has no other',
      'texts.openings.count: must have texts by their names',
    ],
  );
});
