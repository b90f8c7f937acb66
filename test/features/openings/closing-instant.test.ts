import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openingHref } from '#src/addresses.ts';
import { openingSchema } from '#src/domain/model/opening.ts';
import { sitemap } from '#src/features/openings/feeds/sitemap.ts';
import { jobPosting } from '#src/features/openings/opening/structured-data.ts';
import { dateTimeText } from '#src/language/format-date.ts';
import { closingText } from '#src/language/opening-facts.ts';
import { openings } from '#test/support/default-responses.ts';

/** The zone of the site config is an hour before UTC. A day ends at its last second. */
for (const [closing_date, instant, page, list] of [
  ['2026-12-31', '2026-12-31T22:59:59Z', '31 December 2026', 'closes today'],
  ['2026-12-31T20:00:00', '2026-12-31T19:00:00Z', '31 December 2026, 20:00', 'closes today, 20:00'],
  [
    '2027-01-01T00:30:00+05:30',
    '2026-12-31T19:00:00Z',
    '31 December 2026, 20:00',
    'closes today, 20:00',
  ],
  [
    '2026-12-31T23:30:00Z',
    '2026-12-31T23:30:00Z',
    '1 January 2027, 00:30',
    'closes tomorrow, 00:30',
  ],
] as const)
  test(`an opening that closes at ${closing_date} does so at one instant everywhere`, () => {
    const opening = openingSchema.parse({ ...openings[0], closing_date });
    const end = Date.parse(instant);
    const posting = jobPosting(opening, new Date('2026-12-01')) as {
      readonly validThrough?: string;
    };
    assert.equal(Date.parse(posting.validThrough ?? ''), end, 'JobPosting');
    for (const [ms, isOpen] of [
      [end - 1, true],
      [end + 1000, false],
    ] as const) {
      const now = new Date(ms);
      const listed = sitemap('', [opening], now).includes(openingHref(opening.id));
      assert.equal(listed, isOpen, 'sitemap');
      assert.equal(jobPosting(opening, now) !== undefined, isOpen, 'JobPosting');
    }
    assert.equal(dateTimeText(closing_date), page, 'page');
    assert.equal(closingText(closing_date, '2026-12-31').text, list, 'list');
  });
