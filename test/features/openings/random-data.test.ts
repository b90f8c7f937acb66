import '#test/support/components.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { applyToOpening } from '#src/domain/api/applications.ts';
import { createReads } from '#src/domain/api/openings.ts';
import type { ApiHost } from '#src/domain/api/request.ts';
import { ClosedOpening } from '#src/domain/model/opening.ts';
import { ApiError } from '#src/http/errors.ts';
import { application } from '#test/domain/api/sample.ts';
import { codePoint } from '#test/support/code-point.ts';
import { outcomeIn } from '#test/support/found-openings.ts';

// React, too, must be loaded after the support module.
const { createElement: h } = await import('react');
const { renderToStaticMarkup } = await import('react-dom/server');
const { OpeningDetails } = await import('#src/features/openings/opening/opening-details.tsx');
const { OpeningMetadata } = await import('#src/features/openings/opening/opening-metadata.tsx');
const { SearchResults } = await import('#src/features/openings/search/search-results.tsx');
const { QuestionsSection } = await import('#src/features/application/form-sections.tsx');

/**
 * Openings, lists of companies and replies; a twentieth as many lists of openings. RANDOM_RUNS=100000 tests more than the
 * suite does; a failure prints the seed and the path of its value.
 */
const runs = Number(process.env.RANDOM_RUNS ?? 500);

/** Returns the API host's reply to every call. */
const hostReplying = (status: number, body: string): ApiHost => ({
  baseUrl: 'http://host.example',
  transport: {
    request: async () => ({ status, headers: {}, body: Buffer.from(body) }),
    close: async () => {},
  },
  secret: undefined,
  timeoutMs: 1,
  documentTimeoutMs: 1,
});
const listReplying = (data: readonly unknown[]) =>
  hostReplying(200, JSON.stringify({ status: 1, data }));

const text = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(
    '\ud800',
    '%',
    '../..',
    'constructor',
    '__proto__',
    '<script>alert(1)</script>',
    '<p><b>Bread',
    '&lt;',
    '1 ',
    '\u202e',
    '2026-06-30',
    '9999-12-31',
    '2026-06-30T10:00:00+01:00',
    'MONTH',
    'NGN',
    'FULL_TIME',
  ),
);
/** Anything that JSON can have. */
const junk = fc.oneof(
  { maxDepth: 2 },
  text,
  fc.constantFrom(null, true, false, 0, -1, 1.5, 1e21, [], {}, [null], { id: null }, [[]]),
);
const sometimes = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof(
    { weight: 3, arbitrary: value as fc.Arbitrary<unknown> },
    { weight: 1, arbitrary: junk },
  );

const fields = {
  company_id: sometimes(fc.integer({ min: 1, max: 9 })),
  company_name: sometimes(text),
  locations: sometimes(
    fc.array(sometimes(fc.record({ city: sometimes(text), region: junk }, { requiredKeys: [] })), {
      maxLength: 3,
    }),
  ),
  jobdescription: sometimes(text),
  jobstatus: sometimes(text),
  requiredskill: junk,
  extra_skill: junk,
  questions: sometimes(
    fc.array(
      sometimes(
        fc.record(
          { id: sometimes(text), question: sometimes(text), required: junk },
          { requiredKeys: [] },
        ),
      ),
      { maxLength: 3 },
    ),
  ),
  date_posted: sometimes(text),
  closing_date: sometimes(text),
  employment_type: sometimes(text),
  salary: sometimes(
    fc.record({ min: junk, max: fc.double(), currency: sometimes(text), unit: sometimes(text) }),
  ),
};
/** Can be shown: it has an id and a role. The sound id is a number, so that the test recognizes it. */
const showable = fc.record(
  { id: fc.oneof(fc.nat(), fc.nat().map(String)), role_name: text, ...fields },
  { requiredKeys: ['id', 'role_name'] },
);
const fourShowable = fc.tuple(showable, showable, showable, showable);
const anyOpening = fc.record({ id: junk, role_name: junk, ...fields }, { requiredKeys: [] });

const isSoundQuestion = (value: unknown): value is { id: string } =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  value.id.isWellFormed() &&
  value.id.trim() !== '' &&
  'question' in value &&
  typeof value.question === 'string';

test('random openings in lists of six: every one with an id and a role is listed, and none fails to render', async () => {
  await fc.assert(
    fc.asyncProperty(fourShowable, anyOpening, junk, async (sound, odd, other) => {
      const host = listReplying([odd, ...sound, other]);
      const { value: openings } = await createReads(host).listOpenings();
      const html = renderToStaticMarkup(h(SearchResults, { outcome: await outcomeIn(openings) }));
      for (const { id } of sound) assert.ok(html.includes(`href="/application/${id}#apply"`));
    }),
    { numRuns: runs / 20 },
  );
});

test('random openings: the page of each is rendered with its sound locations and questions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(showable, anyOpening), async (sent) => {
      const host = hostReplying(200, JSON.stringify({ status: 1, data: sent }));
      const read = await createReads(host)
        .readOpening('7')
        .catch((error: unknown) => {
          if (error instanceof ApiError) return undefined;
          throw error;
        });
      const opening = read?.value;
      if (!opening || opening instanceof ClosedOpening)
        return assert.ok(typeof sent.id !== 'number' || typeof sent.role_name !== 'string');
      const html = renderToStaticMarkup([
        h(OpeningMetadata, { key: 1, opening }),
        h(OpeningDetails, { key: 2, opening, formId: 'apply' }),
        h(QuestionsSection, {
          key: 3,
          questions: opening.questions,
          values: {},
          errorOf: () => undefined,
          disabled: false,
        }),
      ]);
      assert.match(html, /<article/);
      // The questions are those that were sent with an id and a text.
      const sound = [sent.questions ?? []].flat().filter(isSoundQuestion);
      for (const { id } of sound)
        assert.ok(opening.questions.some((each) => each.id === id.trim()));
    }),
    { numRuns: runs },
  );
});

test('random lists of companies: every sound one is listed', async () => {
  const company = fc.record({ id: fc.nat(), company_name: text });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(company, junk), { maxLength: 4 }), async (sent) => {
      const { value: companies } = await createReads(listReplying(sent)).listCompanies();
      const sound = sent.filter(
        (one): one is { id: number; company_name: string } =>
          typeof one === 'object' && one !== null && 'company_name' in one,
      );
      assert.deepEqual(
        companies.map(({ id, company_name }) => [id, company_name]),
        sound.map(({ id, company_name }) => [String(id), company_name]),
      );
    }),
    { numRuns: runs },
  );
});

test('random replies: a call resolves, or rejects with an error that pages and commands understand', async () => {
  const body = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .record({
        status: fc.oneof(fc.constantFrom(1, true, 'True', 0), junk),
        data: junk,
        message: junk,
      })
      .map((value) => JSON.stringify(value)),
    fc
      .record({ id: junk, data: fc.oneof(junk, fc.record({ id: junk })) })
      .map((data) => JSON.stringify({ status: 1, data })),
  );
  const status = fc.constantFrom(200, 200, 201, 204, 302, 400, 404, 422);
  await fc.assert(
    fc.asyncProperty(status, body, async (httpStatus, reply) => {
      const host = hostReplying(httpStatus, reply);
      const known = (error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        return undefined;
      };
      const [list, opening, applied] = await Promise.all([
        createReads(host).listOpenings().catch(known),
        createReads(host).readOpening('7').catch(known),
        applyToOpening(host, application).catch(known),
      ]);
      assert.ok(list === undefined || Array.isArray(list.value));
      assert.ok(opening?.value instanceof ClosedOpening || opening?.value?.id !== '');
      assert.ok(applied === undefined || applied.applicant_id !== '');
    }),
    { numRuns: runs },
  );
});
