import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suggestEmail } from '#src/domain/rules/forms/email-suggestion.ts';

for (const [typed, meant] of [
  ['ada@gmail.con', 'ada@gmail.com'],
  ['ada@gmial.com', 'ada@gmail.com'],
  ['ada@gmail.co', 'ada@gmail.com'],
  ['ada@GMAIL.CON', 'ada@gmail.com'],
  [' ada@gamil.com ', 'ada@gmail.com'],
  ['ada.obi@yahooo.com', 'ada.obi@yahoo.com'],
  ['ada@hotmial.com', 'ada@hotmail.com'],
  ['ada@outlok.com', 'ada@outlook.com'],
  ['ada@yahoo.co.ik', 'ada@yahoo.co.uk'],
] as const)
  test(`offers ${meant} for ${JSON.stringify(typed)}`, () =>
    assert.equal(suggestEmail(typed), meant));

for (const typed of [
  'ada@gmail.com',
  'ada@mail.com',
  'ada@yahoo.com.ng',
  'ada@yahoo.ca',
  'ada@gmx.de',
  'ada@mail.ru',
  'ada@unilag.edu.ng',
  'ada@',
  'gmail.con',
  'a@b@gmail.con',
  'ada@@gmail.com',
  'ada obi@gmail.con',
  '',
])
  test(`offers nothing for ${JSON.stringify(typed)}`, () =>
    assert.equal(suggestEmail(typed), undefined));

for (const domain of [
  ...['gmail.com', 'yahoo.com', 'hotmail.com', 'outlook.com', 'icloud.com', 'live.com', 'aol.com'],
  ...['ymail.com', 'msn.com', 'googlemail.com', 'rocketmail.com', 'protonmail.com', 'proton.me'],
  ...['yahoo.co.uk', 'hotmail.co.uk', 'mail.com', 'me.com', 'gmx.com', 'zoho.com', 'yandex.com'],
])
  test(`knows the domain ${domain}, also with a letter too many`, () => {
    assert.equal(suggestEmail(`ada@${domain}`), undefined);
    assert.equal(suggestEmail(`ada@${domain.replace('.', 'q.')}`), `ada@${domain}`);
  });
