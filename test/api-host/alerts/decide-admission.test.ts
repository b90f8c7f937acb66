import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Admission, decideAdmission } from '#src/api-host/alerts/alert-steps.ts';
import { alertLimits } from '#src/domain/model/limits.ts';

type Known = Parameters<typeof decideAdmission>[0];
const pending = (id: string, search = `word ${id}`, others: Partial<Known> = {}): Known => ({
  id,
  search,
  address_key: 'ada',
  state: 'pending',
  ...others,
});
const active = (id: string, search?: string) => pending(id, search, { state: 'active' });
/** They are from another spelling of the mailbox. */
const elsewhere = (search: string) => pending('a', search, { address_key: 'ada+1' });
const asked = pending('new', 'baker', { state: 'asked' });

const { perMailbox } = alertLimits;
const ids = Array.from({ length: perMailbox - 1 }, (_, n) => `${n}`);
const nine = ids.map((id) => pending(id));
const tenActive = [...ids, '9'].map((id) => active(id));
const limit = 'three mails in a day';
const admitted = (confirmed: Known, ...erased: string[]): Admission => ({ erased, confirmed });
const refused = (refusal: string, ...erased: string[]): Admission => ({ erased, refusal });

const rows: readonly (readonly [string, Known[], Admission, limit?: string])[] = [
  ['the first alert waits for its confirmation', [], admitted(asked)],
  [
    'one that is active is not asked for again',
    [active('a', 'baker')],
    refused('it exists', 'new'),
  ],
  [`a mailbox has ten active ones`, tenActive, refused('10 alerts of one mailbox', 'new')],
  ['one that waits gets a mail', [pending('a', 'baker')], admitted(pending('a', 'baker'), 'new')],
  ['each spelling of an address has its own mail', [elsewhere('baker')], admitted(asked)],
  ['the oldest that waits gives way', [...nine, active('a')], admitted(asked, '8')],
  ['none gives way while there is room', nine, admitted(asked)],
  ['over a limit there is none without a link', [], refused(limit, 'new'), limit],
  [
    'over a limit no link is that of another spelling',
    [elsewhere('a')],
    refused(limit, 'new'),
    limit,
  ],
  ['over a limit an earlier link leads to it', [pending('a')], refused(limit), limit],
  ['over a limit none is stored twice', [pending('a', 'baker')], refused(limit, 'new'), limit],
  ['over a limit the oldest gives way too', [...nine, pending('9')], refused(limit, '9'), limit],
];
for (const [title, others, expected, reached] of rows)
  test(`an alert that is asked for: ${title}`, async () =>
    assert.deepEqual(await decideAdmission(asked, others, async () => reached), expected));
