import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { maxConnections, maxPipelined } from '#cli/server/http-server.ts';
import { maxOpeningsBytes } from '#src/api-host/admin/import-openings.ts';
import { maxOpeningBytes } from '#src/api-host/admin/openings-file.ts';
import { reservedBytes } from '#src/api-host/documents/file-store.ts';
import { confirmationLimits, mailLimits } from '#src/api-host/mail/mail-limits.ts';
import { maxSafeText } from '#src/api-host/mail/safe-text.ts';
import { maxJsonBytes } from '#src/api-host/request.ts';
import { applicationFields } from '#src/domain/model/application-fields.ts';
import { alertLimits, limits, listLimits, maxLength } from '#src/domain/model/limits.ts';
import { fillPlaceholders, hostMessages, messages } from '#src/domain/model/messages.ts';
import type { FieldRules } from '#src/domain/rules/forms/form-rules.ts';
import { counted } from '#src/domain/rules/text/text.ts';
import { bodyMemory } from '#src/limits/body-memory.ts';
import { defaultLimits, networksOfSite } from '#src/limits/rate-limiter.ts';
import { maxFormBytes, maxLargeFormBytes } from '#src/routes.ts';
import { root } from '#test/support/site.ts';

type Row = readonly [input: string, limit: string, status: string, message: string, file: string];

const bytes = (count: number) => `${count} bytes`;
const { uploadMaxBytes } = limits;
const ruleTests = 'test/domain/rules/limits.test.ts';
/** Where a field's rule is broken: the site's form, the CLI, the API host. */
const ofFields = 'form stays open; exit 3; 422';
const lengthRow = (form: string, field: string, length: number): Row => [
  `${form}: \`${field}\``,
  `${length} characters`,
  ofFields,
  fillPlaceholders(messages.maxlength, [length]),
  ruleTests,
];

function applicationRow(name: string, { range, minlength, maxlength }: FieldRules): Row[] {
  if (maxlength === undefined) return [];
  const [input, limit, status, message, file] = lengthRow('application', name, maxlength);
  if (range)
    return [[input, range.join(' to '), status, fillPlaceholders(messages.range, range), file]];
  return [[input, minlength === maxlength ? `${maxlength} digits` : limit, status, message, file]];
}

const rows: readonly Row[] = [
  ...Object.entries<FieldRules>(applicationFields).flatMap(([name, rules]) =>
    applicationRow(name, rules),
  ),
  [
    'application: `phone` of a further country',
    'a valid number there',
    ofFields,
    fillPlaceholders(messages.phone, ['Nigeria, Benin']),
    'test/domain/rules/forms/phone.test.ts',
  ],
  lengthRow('application', 'answers[1]', maxLength.answer),
  lengthRow('application', 'document_id', maxLength.document_id),
  lengthRow('contact', 'firstname', maxLength.name),
  lengthRow('contact', 'lastname', maxLength.name),
  lengthRow('contact', 'email', maxLength.email),
  lengthRow('contact', 'phone', maxLength.phone),
  lengthRow('contact', 'msg', maxLength.msg),
  lengthRow('contact', 'subject', maxLength.subject),
  lengthRow('quote', 'name', maxLength.name),
  lengthRow('quote', 'phone', maxLength.phone),
  lengthRow('quote', 'message', maxLength.msg),
  ...(
    [
      ['a document', 'form stays open; exit 3; 413', ruleTests],
      [
        'a document that arrives at the site, with a lower `UPLOAD_MAX_BYTES`',
        '413',
        'test/features/documents/upload-proxy.test.ts',
      ],
      [
        'a document that arrives at the API host, with a lower `UPLOAD_MAX_BYTES`',
        '413',
        'test/api-host/upload-refused.test.ts',
      ],
    ] as const
  ).map(
    ([input, status, file]): Row => [
      input,
      bytes(uploadMaxBytes),
      status,
      messages.fileTooLarge,
      file,
    ],
  ),
  [
    'replaced documents of an application',
    `${limits.documentReplacements} until a stage is set`,
    '409',
    hostMessages.documentsFinal,
    'test/api-host/replaced-documents.test.ts',
  ],
  [
    'the name of a file at the site',
    `${maxLength.filename} characters`,
    'cut before its extension',
    '',
    'test/features/documents/upload-proxy.test.ts',
  ],
  [
    'the name of a file at the API host',
    `${maxLength.filename} characters`,
    'cut',
    '',
    'test/api-host/upload.test.ts',
  ],
  ['a search', `${maxLength.q} characters`, 'cut', '', ruleTests],
  [
    'the id of an opening in an address or a command',
    `${maxLength.id} characters`,
    '404; exit 5',
    '',
    'test/domain/api/requests.test.ts',
  ],
  [
    'room for a document on the disk of the API host',
    `${bytes(reservedBytes)} stay free`,
    '507',
    'There is no room for this document just now: it was not saved.',
    'test/api-host/full-disk.test.ts',
  ],
  ...(
    [
      ['a form with a letter or a message', maxLargeFormBytes],
      ['any other form', maxFormBytes],
    ] as const
  ).map(
    ([form, limit]): Row => [
      form,
      bytes(limit),
      '413',
      'This is more text than the form can take. Please shorten it.',
      'test/app.own.test.ts',
    ],
  ),
  [
    'the forms of all visitors together',
    bytes(bodyMemory.forms.maxBytes),
    '503, Retry-After',
    'Many forms are coming in just now. Nothing was sent; please try again in a moment.',
    'test/limits/body-limit.test.ts',
  ],
  [
    'the documents of all visitors that are sent without script, and checked together',
    bytes(bodyMemory.plainDocuments.maxBytes),
    'each is checked and forwarded while it arrives',
    '',
    'test/features/documents/upload-proxy.test.ts',
  ],
  [
    'JSON of a call to the API host',
    bytes(maxJsonBytes),
    '413',
    'The body is too large.',
    'test/api-host/request.test.ts',
  ],
  [
    'JSON of a call, a reply, a fixture or a file of openings',
    '100 levels',
    '400; no JSON; exit 3',
    '',
    'test/domain/model/json.test.ts',
  ],
  [
    'Idempotency-Key of a call to the API host',
    '255 characters',
    '400',
    '',
    'test/api-host/apply.test.ts',
  ],
  ...Object.entries(defaultLimits).map(
    ([action, count]): Row => [
      `one address in ten minutes, of IPv6 a /64 (a /48: ${networksOfSite} times as many): ${action}`,
      `${count} requests`,
      '429, Retry-After',
      'a sentence with the time to wait',
      'test/limits/rate-limiter.test.ts',
    ],
  ),
  ...(
    [
      [
        'confirmations by mail to one mailbox, as its provider counts it; mails about stages, counted apart',
        mailLimits.mailbox,
        `the mail waits, and is dropped after ${mailLimits.waitHours} hours`,
      ],
      [
        'confirmations by mail of all hosts of a database; mails about stages and to companies, each counted apart',
        mailLimits.all,
        'the mail waits; the page after a confirmation says until when',
      ],
    ] as const
  ).map(
    ([input, { count, hours }, result]): Row => [
      input,
      `${count} in ${counted(hours, 'hour')}`,
      result,
      '',
      'test/api-host/mail-limits.test.ts',
    ],
  ),
  [
    'confirmations of alerts to one mailbox that were not confirmed',
    `${confirmationLimits.day.count} in ${confirmationLimits.day.hours} hours, ${confirmationLimits.month.count} in ${confirmationLimits.month.hours / 24} days`,
    'the same answer; no mail',
    '',
    'test/api-host/alerts/abuse.test.ts',
  ],
  [
    'confirmations of alerts of all hosts of a database',
    `${confirmationLimits.all.count} in ${counted(confirmationLimits.all.hours, 'hour')}, of which one network may take a tenth of the rest after half`,
    'the mail waits, and the page says until when',
    'Very many people ask for such mails just now',
    'test/api-host/alerts/abuse.test.ts',
  ],
  [
    'active alerts of one mailbox',
    `${alertLimits.perMailbox} alerts`,
    'the same answer; nothing is stored',
    '',
    'test/api-host/alerts/abuse.test.ts',
  ],
  [
    'an alert that is not confirmed, or not continued after its end',
    `${alertLimits.confirmDays} days, ${alertLimits.endedDays} days`,
    'erased',
    '',
    'test/api-host/alerts/alerts.test.ts',
  ],
  [
    'an alert',
    `${alertLimits.days} days`,
    'it ends, with a mail',
    '',
    'test/api-host/alerts/alerts.test.ts',
  ],
  [
    'mails of an alert that the mail server has refused in a row for good',
    `${alertLimits.refused} mails`,
    'the alert ends',
    '',
    'test/api-host/alerts/refused-mail.test.ts',
  ],
  [
    'openings that a mail of an alert names',
    `${alertLimits.listed} openings`,
    'their number, and a link to the list',
    '',
    'test/api-host/alerts/alerts.test.ts',
  ],
  [
    'a name, or a text of a search, in a mail',
    `${maxSafeText} characters`,
    'cut; invisible characters and digits in a row are left out, of a search telephone numbers',
    '',
    'test/api-host/mail.test.ts',
  ],
  [
    'connections of the site',
    `${maxConnections}`,
    'closed',
    '',
    'test/cli/server/http-server.test.ts',
  ],
  [
    'requests that wait on one connection',
    `${maxPipelined}`,
    'closed',
    '',
    'test/cli/server/http-server.test.ts',
  ],
  [
    'items of a list that is read',
    `${listLimits.items}`,
    'the others are left out, `item-omitted`',
    '',
    'test/domain/api/lists.test.ts',
  ],
  [
    'a list that is read',
    bytes(listLimits.bytes),
    'the last good copy, or 503; exit 5',
    '',
    'test/domain/api/lists.test.ts',
  ],
  [
    '`host openings import`: openings of the host',
    `${listLimits.items}`,
    'exit 3',
    `With this file there would be … openings. The site can read ${listLimits.items}.`,
    'test/api-host/large-lists.test.ts',
  ],
  [
    '`host openings import`: all openings of the host',
    bytes(maxOpeningsBytes),
    'exit 3',
    `With this file the openings would have … bytes. The site can read ${maxOpeningsBytes}.`,
    'test/api-host/large-lists.test.ts',
  ],
  [
    '`host openings import`: one opening',
    bytes(maxOpeningBytes),
    'exit 3',
    `it has … bytes. The limit is ${maxOpeningBytes}.`,
    'test/api-host/large-lists.test.ts',
  ],
];

const path = `${root}docs/limits.md`;
const table = [
  '| input | limit | status | message | test |',
  '|---|---|---|---|---|',
  ...rows.map(
    ([input, limit, status, message, file]) =>
      `| ${input} | ${limit} | ${status} | ${message} | \`${file}\` |`,
  ),
].join('\n');

test('docs/limits.md has the limits of the constants; UPDATE_LIMITS=1 writes them', () => {
  const page = readFileSync(path, 'utf8');
  const [before = ''] = page.split('| input |');
  const current = `${before}${table}\n`;
  if (process.env.UPDATE_LIMITS) writeFileSync(path, current);
  else assert.equal(page, current);
});
