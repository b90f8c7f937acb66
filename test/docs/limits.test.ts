import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { maxConnections } from '#cli/server/http-server.ts';
import { maxOpeningsBytes } from '#src/api-host/admin/import-openings.ts';
import { maxOpeningBytes } from '#src/api-host/admin/openings-file.ts';
import { reservedBytes } from '#src/api-host/documents/file-store.ts';
import { confirmationLimits, mailLimits } from '#src/api-host/mail/mail-limits.ts';
import { maxSafeText } from '#src/api-host/mail/safe-text.ts';
import { maxJsonBytes } from '#src/api-host/routes/request.ts';
import { applicationFields } from '#src/domain/model/application-fields.ts';
import { alertLimits, limits, listLimits, maxLength } from '#src/domain/model/limits.ts';
import { fillPlaceholders, hostMessages, messages } from '#src/domain/model/messages.ts';
import type { FieldRules } from '#src/domain/rules/forms/form-rules.ts';
import { counted } from '#src/domain/rules/text/text.ts';
import { maxPipelined } from '#src/http/serve.ts';
import { bodyMemory } from '#src/limits/body-memory.ts';
import { defaultLimits, networksOfSite } from '#src/limits/rate-limiter.ts';
import { maxFormBytes, maxLargeFormBytes } from '#src/routes.ts';
import { root } from '#test/support/site.ts';

/** The first two cells of a row, and its message if it is one of the specification or has a number. */
type Row = readonly [input: string, limit: string, message?: string];

const bytes = (count: number) => `${count} bytes`;
const lengthRow = (form: string, field: string, length: number) =>
  [
    `${form}: \`${field}\``,
    `${length} characters`,
    fillPlaceholders(messages.maxlength, [length]),
  ] as const;

function applicationRow(name: string, { range, minlength, maxlength }: FieldRules): Row[] {
  if (maxlength === undefined) return [];
  const [input, limit, message] = lengthRow('application', name, maxlength);
  if (range) return [[input, range.join(' to '), fillPlaceholders(messages.range, range)]];
  return [[input, minlength === maxlength ? `${maxlength} digits` : limit, message]];
}

const { day, month, all: allConfirmations } = confirmationLimits;
const perMailbox =
  'confirmations by mail to one mailbox, as its provider counts it; mails about stages, counted apart';
const perDatabase =
  'confirmations by mail of all hosts of a database; mails about stages and to companies, each counted apart';
const { mailbox, all: allMails } = mailLimits;

const rows: readonly Row[] = [
  ...Object.entries<FieldRules>(applicationFields).flatMap(([name, rules]) =>
    applicationRow(name, rules),
  ),
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
  ['a document', bytes(limits.uploadMaxBytes), messages.fileTooLarge],
  [
    'replaced documents of an application',
    `${limits.documentReplacements} until a stage is set`,
    hostMessages.documentsFinal,
  ],
  ['the name of a file at the site', `${maxLength.filename} characters`],
  ['the name of a file at the API host', `${maxLength.filename} characters`],
  ['a search', `${maxLength.q} characters`],
  ['the id of an opening in an address or a command', `${maxLength.id} characters`],
  ['room for a document on the disk of the API host', `${bytes(reservedBytes)} stay free`],
  ['a form with a letter or a message', bytes(maxLargeFormBytes)],
  ['any other form', bytes(maxFormBytes)],
  ['the forms of all visitors together', bytes(bodyMemory.forms.maxBytes)],
  [
    'the documents of all visitors that are sent without script, and checked together',
    bytes(bodyMemory.plainDocuments.maxBytes),
  ],
  ['JSON of a call to the API host', bytes(maxJsonBytes)],
  ...Object.entries(defaultLimits).map(
    ([action, count]): Row => [
      `one address in ten minutes, of IPv6 a /64 (a /48: ${networksOfSite} times as many): ${action}`,
      `${count} requests`,
    ],
  ),
  [perMailbox, `${mailbox.count} in ${counted(mailbox.hours, 'hour')}`],
  [perDatabase, `${allMails.count} in ${counted(allMails.hours, 'hour')}`],
  [
    'confirmations of alerts to one mailbox that were not confirmed',
    `${day.count} in ${day.hours} hours, ${month.count} in ${month.hours / 24} days`,
  ],
  [
    'confirmations of alerts of all hosts of a database',
    `${allConfirmations.count} in ${counted(allConfirmations.hours, 'hour')}, of which one network may take a tenth of the rest after half`,
  ],
  ['active alerts of one mailbox', `${alertLimits.perMailbox} alerts`],
  [
    'an alert that is not confirmed, or not continued after its end',
    `${alertLimits.confirmDays} days, ${alertLimits.endedDays} days`,
  ],
  ['an alert', `${alertLimits.days} days`],
  [
    'mails of an alert that the mail server has refused in a row for good',
    `${alertLimits.refusalsInRow} mails`,
  ],
  ['openings that a mail of an alert names', `${alertLimits.openingsInMail} openings`],
  ['a name, or a text of a search, in a mail', `${maxSafeText} characters`],
  ['connections of the site', `${maxConnections}`],
  ['requests that wait on one connection', `${maxPipelined}`],
  ['items of a list that is read', `${listLimits.items}`],
  ['a list that is read', bytes(listLimits.bytes)],
  [
    '`host openings import`: openings of the host',
    `${listLimits.items}`,
    `The site can read ${listLimits.items}.`,
  ],
  [
    '`host openings import`: all openings of the host',
    bytes(maxOpeningsBytes),
    `The site can read ${maxOpeningsBytes}.`,
  ],
  [
    '`host openings import`: one opening',
    bytes(maxOpeningBytes),
    `The limit is ${maxOpeningBytes}.`,
  ],
];

test('docs/limits.md has the limits of the constants, and their messages', () => {
  const table = readFileSync(`${root}docs/limits.md`, 'utf8').split('\n');
  for (const [input, limit, message = ''] of rows) {
    const row = table.find((line) => line.startsWith(`| ${input} | `)) ?? '';
    assert.ok(row.startsWith(`| ${input} | ${limit} | `), `${input}: ${limit}, not ${row}`);
    assert.ok(row.includes(message), `${row} lacks ${message}`);
  }
  const ofAddress = table.filter((line) => line.startsWith('| one address in ten minutes'));
  assert.equal(ofAddress.length, Object.keys(defaultLimits).length);
});
