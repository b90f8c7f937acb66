import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { validateContactMessage } from '#src/domain/rules/forms/contact.ts';
import { contactMessageOf, readContactForm } from '#src/features/contact/contact-message.ts';

function formOf(values: Readonly<Record<string, string | File>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
}

describe('the contact form', () => {
  test('is stored as typed, with LF line ends', () => {
    const typed = { firstname: ' Ada ', lastname: 'Obi', email: 'ada@a.example', phone: '' };
    assert.deepEqual(readContactForm(formOf({ ...typed, msg: 'one\r\ntwo\rthree' })), {
      ...typed,
      msg: 'one\ntwo\nthree',
    });
  });

  test('is empty if a field is missing or is a file', () => {
    const { msg, email } = readContactForm(formOf({ msg: new File(['x'], 'x.txt') }));
    assert.deepEqual([msg, email], ['', '']);
  });
});

describe('the message that is sent', () => {
  test('has no white space around its texts and none in its address', () =>
    assert.deepEqual(
      contactMessageOf(
        {
          firstname: ' Ada ',
          lastname: '\tObi',
          email: ' \u2068ada@\u200ba.example\u2069\u00a0',
          phone: ' 080 3000 0000 ',
          msg: '\nHello,\n  you\n',
        },
        ' From the site ',
      ),
      {
        firstname: 'Ada',
        lastname: 'Obi',
        email: 'ada@a.example',
        phone: '080 3000 0000',
        msg: 'Hello,\n  you',
        subject: 'From the site',
      },
    ));

  test('is valid although the address was typed with spaces around it', () => {
    const message = contactMessageOf({
      firstname: 'Ada',
      lastname: 'Obi',
      email: ' ada@a.example ',
      phone: '',
      msg: 'Hello',
    });
    assert.deepEqual(validateContactMessage(message), []);
  });
});
