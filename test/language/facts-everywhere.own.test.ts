// Own process: the settings are read once.
import '#test/support/components.ts';
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import type { AlertRow } from '#src/api-host/alerts/alert-store.ts';
import { alertMailContent } from '#src/api-host/alerts/compose-alert-mail.ts';
import { openingSchema } from '#src/domain/model/opening.ts';
import { runInLanguage } from '#src/language/server.ts';
import { linked } from '#test/features/my-application/support/link-host.ts';
import { catalogueOf } from '#test/support/catalogue.ts';
import { ownProcess } from '#test/support/own-process.ts';
import { replies } from '#test/support/scripted-host.ts';

const host = await ownProcess();

const { createElement: h } = await import('react');
const { renderToStaticMarkup } = await import('react-dom/server');
const { openingDetails, openingsTable } = await import('#cli/output/openings.ts');
const { MyApplication } = await import('#src/features/my-application/my-application.tsx');
const { embeddedList } = await import('#src/features/openings/embed/embedded-list.ts');
const { jobBoardResponse } = await import('#src/features/openings/feeds/job-board-feed.ts');
const { feedResponse } = await import('#src/features/openings/feeds/feeds.ts');
const { OpeningList } = await import('#src/features/openings/list/opening-list.tsx');
const { ApplySection, OpeningDetails } = await import(
  '#src/features/openings/opening/opening-details.tsx'
);
const { SimilarOpenings } = await import('#src/features/openings/opening/similar-openings.tsx');
const { offerOpenings } = await import('#src/features/openings/search/actions.tsx');
const { textsOf } = await import('#src/features/openings/sharing/share-picture.ts');

/** A remote opening that closes in an evening. */
const opening = openingSchema.parse({
  id: '1',
  role_name: 'Baker',
  company_id: '7',
  company_name: 'Bakery',
  jobdescription: '<p>Bake.</p>',
  jobLocationType: 'TELECOMMUTE',
  date_posted: '2026-11-01',
  closing_date: '2097-12-31T20:00:00',
  employment_type: 'FULL_TIME',
  salary: { min: 100, max: 100, currency: 'NGN', unit: 'DAY' },
});
host.always('openingsall', replies.json({ status: 1, data: [opening] }));
host.always('openings', replies.json({ status: 1, data: [opening] }));

const facts = {
  en: {
    place: 'Remote',
    pay: '₦100 a day',
    end: '31 December 2097, 20:00',
    shortEnd: 'closes 31 Dec 2097, 20:00',
  },
  fr: {
    place: 'À distance',
    pay: '100 ₦ par jour',
    end: '31 décembre 2097 à 20:00',
    shortEnd: 'clôture le 31 déc. 2097 à 20:00',
  },
} as const;
type Fact = keyof typeof facts.en;

const terminal = Object.assign(new PassThrough(), { isTTY: false });
const request = (path: string) => new Request(`http://careers.example${path}`);
const textOf = async (response: Promise<Response>) => (await response).text();

/** Each place that shows openings, and the facts that it shows. */
const users: Readonly<Record<string, readonly [readonly Fact[], () => Promise<string> | string]>> =
  {
    list: [
      ['place', 'pay', 'shortEnd'],
      () => renderToStaticMarkup(h(OpeningList, { openings: [opening] })),
    ],
    details: [
      ['place', 'pay', 'end'],
      () => renderToStaticMarkup(h(OpeningDetails, { opening, formId: 'form' })),
    ],
    form: [
      ['pay', 'end'],
      () => renderToStaticMarkup(h(ApplySection, { id: 'form', opening, children: null })),
    ],
    similar: [
      ['place'],
      async () =>
        renderToStaticMarkup(
          await SimilarOpenings({
            opening,
            catalogue: catalogueOf([opening, { ...opening, id: '2' }]),
          }),
        ),
    ],
    'header offers': [
      ['place'],
      async () => JSON.stringify(await offerOpenings({ company_id: '7', q: 'baker' })),
    ],
    frame: [['place', 'pay', 'shortEnd'], () => textOf(embeddedList(request('/embed')))],
    'share picture': [['place', 'pay'], () => JSON.stringify(textsOf(opening))],
    feed: [['place', 'pay'], () => textOf(feedResponse(request('/feed.json'), 'json'))],
    'job boards': [['pay'], () => textOf(jobBoardResponse(request('/jobs.xml')))],
    alert: [['place', 'end'], () => alertMail().text],
    'alert as HTML': [['place', 'end'], () => String(alertMail().html)],
    'private page': [
      ['place'],
      () =>
        renderToStaticMarkup(
          h(MyApplication, {
            token: 'token',
            linked: linked({ cities: [], jobLocationType: opening.jobLocationType }),
            result: undefined,
            mayUpload: false,
            children: null,
          }),
        ),
    ],
    'command show': [['place', 'end'], () => openingDetails(terminal, opening)],
    'command list': [['place'], () => openingsTable(terminal, [opening])],
  };

const alertMail = () =>
  alertMailContent(
    {
      alert: {
        search: '{}',
        created_at: '2026-03-01T10:00:00Z',
        confirmed_at: '2026-03-01T10:00:00Z',
        ends_at: '2026-09-01T10:00:00Z',
        next_at: '2026-03-02T10:00:00Z',
      } as AlertRow,
      kind: 'alert',
      words: '',
      pendingWords: [],
      openings: [opening],
      total: 1,
      isRepetition: false,
      siteOrigin: 'https://careers.example',
    },
    'https://careers.example/alerts/token',
  );

for (const tag of ['en', 'fr'] as const)
  for (const [user, [shown, render]] of Object.entries(users))
    test(`${user} (${tag}) has the facts of a remote opening that closes in an evening`, async () => {
      const text = (await runInLanguage(tag, render)).replaceAll(/\s/g, ' ');
      for (const fact of shown) assert.ok(text.includes(facts[tag][fact]), `${fact}: ${text}`);
    });
