import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { myApplicationHref, uploadPath } from '#src/addresses.ts';
import type { ApplicationAnswer } from '#src/features/application/form-values.ts';
import { parseApplicationForm } from '#src/features/application/submit-application.ts';
import { confirmed } from '#src/features/my-application/link-actions.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { startWorld, type World } from './erasure-world.ts';
import { Turns } from './turns.ts';

/** A person and what the browser has of the last application that was accepted. */
interface Person {
  readonly address: string;
  applicant?: string;
  token?: string;
  ticket?: string;
}

interface Model {
  readonly people: readonly Person[];
  /** The applications whose erasure was confirmed. */
  readonly erased: Set<string>;
}

type Site = ReturnType<World['siteOf']>;
type Act = (site: Site, person: Person, model: Model, world: World) => Promise<unknown>;

const byScript = { accept: 'application/json' };

function formOf(person: Person): FormData {
  const { answers, cover_letter, ...fields } = buildApplication({ emailaddress: person.address });
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [id, answer] of Object.entries(answers)) form.set(`answers[${id}]`, answer);
  form.set('cover_letter', cover_letter);
  return form;
}

async function sendDocument({ app }: Site, { applicant = '' }: Person, cookie: string) {
  const form = new FormData();
  form.set('applicant_id', applicant);
  form.set('cv', new File([`%PDF-1.7\n${randomUUID()}`], 'cv.pdf'));
  const body = { method: 'POST', body: form, headers: { ...byScript, cookie } };
  const response = await app.request(`${uploadPath}?joblistingid=101`, body);
  const { status } = response;
  const isExpected = [200, 403, 409, 422].includes(status);
  assert.ok(isExpected, `a document was answered with ${status} ${await response.text()}`);
}

async function postConfirmed({ app }: Site, { token }: Person, action: 'withdraw' | 'erase') {
  const form = new FormData();
  form.set(action, confirmed);
  const { status, headers } = await app.request(`${myApplicationHref(token ?? 'none')}/${action}`, {
    method: 'POST',
    body: form,
  });
  assert.equal(status, 303);
  return headers.get('location') ?? '';
}

const acts = {
  async apply({ client, submissions }, person) {
    let id = '';
    const { validate } = parseApplicationForm(
      {
        client,
        submissions,
        findOpening: (id) => client.findOpening(id),
        refreshOpening: (id) => client.findOpening(id),
        wait: async () => {},
        async onAccepted(submission) {
          id = submission;
          return undefined;
        },
      },
      formOf(person),
    );
    const send = await validate();
    if (typeof send !== 'function') return;
    const { accepted }: ApplicationAnswer = await send();
    if (accepted === undefined) return;
    const { applicantId: applicant } = accepted;
    const token = submissions.linkToken(id);
    await client.registerLink(applicant, token);
    const ticket = `upload_ticket=${submissions.ticket(id)}`;
    Object.assign(person, { applicant, token, ticket });
  },
  upload: (site, person) => sendDocument(site, person, person.ticket ?? ''),
  async uploadByLink(site, person) {
    const path = `${myApplicationHref(person.token ?? 'none')}/documents`;
    const { status, headers } = await site.app.request(path, { method: 'POST', headers: byScript });
    assert.ok([200, 403, 404, 503].includes(status), `the link was answered with ${status}`);
    if (status === 200) await sendDocument(site, person, headers.getSetCookie()[0] ?? '');
  },
  withdraw: (site, person) => postConfirmed(site, person, 'withdraw'),
  async erase(site, person, { erased }) {
    const { applicant } = person;
    const location = await postConfirmed(site, person, 'erase');
    if (location.endsWith('result=erased') && applicant) erased.add(applicant);
  },
  async eraseByApplicant(_, { applicant }, { erased }, world) {
    if (applicant === undefined) return;
    await world.eraseByOperator('--applicant', applicant);
    erased.add(applicant);
  },
  async eraseByAddress(_, { address, applicant }, { erased }, world) {
    await world.eraseByOperator('--address', address);
    if (applicant) erased.add(applicant);
  },
  async setStage(_, { applicant }, _model, world) {
    if (applicant === undefined) return;
    const { code, stderr } = await world.setStage(applicant);
    // 5: it was erased or withdrawn.
    assert.ok(code === 0 || code === 5, stderr);
  },
  expire: (_site, _person, _model, world) => world.eraseAsExpired(),
  async mailFails(_site, _person, _model, { smtp }) {
    smtp.answers.push(450);
  },
} satisfies Record<string, Act>;

type ActName = keyof typeof acts;

/** One or two acts at the same time, in an order; the process of the site may be killed in the middle. */
interface Options {
  readonly who?: readonly number[];
  readonly order?: readonly number[];
  readonly killAfter?: number | undefined;
}

const step = (
  names: readonly ActName[],
  { who = [0, 0], order = [], killAfter }: Options = {},
): fc.AsyncCommand<Model, World> => ({
  check: () => true,
  toString: () => `step(${JSON.stringify(names)}, ${JSON.stringify({ who, order, killAfter })})`,
  async run(model, world) {
    const turns = new Turns(order, killAfter);
    const actors = names.map((name, at) => (actor: number) => {
      const person = model.people[who[at] ?? 0] ?? assert.fail();
      return acts[name](world.siteOf(turns, actor), person, model, world);
    });
    await turns.run(...actors);
    if (killAfter !== undefined) await world.restart();
    // A submission that was stored beside it is erased an hour later.
    if (names.includes('expire')) await world.eraseAsExpired();
    await checkStores(model, world);
    await world.endErasures();
  },
});

/** Nothing refers to an application that the API host does not have, and every stored file is that of a document. */
async function checkStores({ erased }: Model, world: World): Promise<void> {
  const { applications, references, ...stored } = await world.contents();
  const { recordedFiles, storedFiles, orphanedFiles } = stored;
  const ids = new Set(applications);
  for (const id of erased) assert.ok(!ids.has(id), `${id} was erased, and the host has it`);
  for (const [store, applicants] of Object.entries(references))
    for (const id of applicants) assert.ok(ids.has(id), `${store}: something of ${id} remains`);
  assert.deepEqual(storedFiles, recordedFiles);
  assert.deepEqual(orphanedFiles, []);
}

const people = () =>
  [randomUUID(), randomUUID()].map((id) => ({ address: `ada.${id}@example.com` }));

async function walk(world: World, steps: Iterable<fc.AsyncCommand<Model, World>>): Promise<void> {
  await world.eraseAsExpired();
  const setup = () => ({ model: { people: people(), erased: new Set<string>() }, real: world });
  await fc.asyncModelRun<Model, World, false, Model>(setup, steps);
}

const names = Object.keys(acts) as ActName[];
const name = fc.constantFrom(
  ...names,
  ...(['apply', 'apply', 'erase', 'uploadByLink', 'uploadByLink'] as const),
);
const anyStep = fc
  .record({
    names: fc.oneof(fc.tuple(name), { weight: 3, arbitrary: fc.tuple(name, name) }),
    who: fc.constantFrom([0, 0], [0, 0], [0, 0], [0, 1], [1, 1]),
    order: fc.array(fc.nat({ max: 1 }), { maxLength: 12, size: 'max' }),
    killAfter: fc.option(fc.integer({ min: 1, max: 10 }), { nil: undefined, freq: 4 }),
  })
  .map(({ names, ...options }) => step(names, options));

// Several tests, because the time limit of a test is for each.
for (let first = 0; first < 4; first += 1)
  test(`an erasure by the link leaves nothing, in every order beside documents that are sent by the same link: ${first + 1} of 4`, async (t) => {
    const world = await startWorld(t);
    for (let others = 0; others < 2 ** 4; others += 1) {
      const order = Array.from({ length: 6 }, (_, at) => (((others << 2) | first) >> at) & 1);
      await walk(world, [step(['apply']), step(['erase', 'uploadByLink'], { order })]);
    }
  });

test('whatever people, operators, retention and restarts do in any order, nothing remains that should be gone', async (t) => {
  const world = await startWorld(t);
  await fc.assert(
    fc.asyncProperty(fc.commands([anyStep], { maxCommands: 10, size: 'max' }), (steps) =>
      walk(world, [step(['apply', 'apply'], { who: [0, 1] }), ...steps]),
    ),
    { numRuns: Number(process.env.MODEL_PATHS ?? 10) },
  );
});
