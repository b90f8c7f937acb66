import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { documentOrder } from '#src/domain/model/document-types.ts';
import { messages } from '#src/domain/model/messages.ts';
import { type HostPlan, type Opening, openings, type Person, people } from './host.ts';
import {
  drop,
  enter,
  invariants,
  isOwnDraft,
  leave,
  type Model,
  offeredDraft,
  profileOf,
  requiredTexts,
  type TabModel,
  type Typed,
  tabOf,
  textFields,
  typeText,
} from './model.ts';
import type { Tab, World } from './world.ts';

/** One step of a path. Printed as the call that makes it, so that a failed path can be kept as a test. */
export type Step = fc.AsyncCommand<Model, World>;

interface StepOptions {
  readonly name: string;
  readonly check: (model: Model) => boolean;
  readonly run: (model: Model, real: World) => Promise<void>;
}

const step = ({ name, check, run }: StepOptions): Step => ({
  check,
  toString: () => name,
  async run(model, real) {
    await run(model, real);
    await checkInvariants(model, real);
  },
});

/** The longest wait for what browsers do a moment after a step, for example storage events. */
const patienceMs = 10_000;

async function checkInvariants(model: Model, real: World): Promise<void> {
  const end = Date.now() + patienceMs;
  for (;;) {
    await observe(model, real);
    const broken = invariants.flatMap((invariant) => {
      const found = invariant(model);
      return found === undefined ? [] : [`${invariant.name}: ${found}`];
    });
    broken.push(...[...real.devices.values()].flatMap(({ errors }) => errors));
    if (broken.length === 0) return;
    if (Date.now() > end) throw new Error(broken.join('\n'));
    await delay(50);
  }
}

/** Waits until the tabs are quiet and copies to the model what they show and what the host has stored. */
async function observe(model: Model, { devices }: World): Promise<void> {
  for (const device of devices.values()) await device.settle();
  for (const [slot, tab] of model.tabs) {
    const page = devices.get(tab.device)?.tabs.get(slot);
    if (page) tab.seen = await page.see();
  }
  for (const [id, device] of devices) model.stored.set(id, await device.stored());
  for (const { person, opening } of model.host.applications)
    drop(model, (typed) => typed.person === person && typed.opening === opening);
}

const deviceOf = (slot: number): number => (slot < 2 ? 0 : 1);

function real(model: Model, { devices }: World, slot: number): Tab {
  const tab = devices.get(tabOf(model, slot).device)?.tabs.get(slot);
  if (!tab) throw new Error(`Tab ${slot} is closed.`);
  return tab;
}

const isOpen = (model: Model, slot: number, ...kinds: TabModel['seen']['kind'][]): boolean => {
  const tab = model.tabs.get(slot);
  return tab !== undefined && (kinds.length === 0 || kinds.includes(tab.seen.kind));
};

/** A person opens an opening's page in a tab, which somebody may have used before. */
export const open = (slot: number, person: Person, opening: Opening): Step =>
  step({
    name: `open(${slot}, '${person}', '${opening}')`,
    check: ({ offline }) => !offline.has(deviceOf(slot)),
    async run(model, all) {
      leave(model, slot);
      const before = model.tabs.get(slot);
      const isShown = before?.seen.path === `/application/${opening}`;
      const seen = {
        kind: 'other',
        path: '',
        text: '',
        dialog: undefined,
        offered: false,
      } as const;
      model.tabs.set(slot, {
        person,
        device: deviceOf(slot),
        opening,
        // The browser replaces the entry of an equal address.
        backs: before?.person === person ? before.backs + (isShown ? 0 : 1) : 0,
        shown: new Map(),
        accepted: false,
        seen: { ...seen, busy: false, values: {}, usable: [] },
      });
      await (await all.device(deviceOf(slot))).open(slot, opening);
    },
  });

/** Enters values as typing does. */
async function enterValues(
  model: Model,
  all: World,
  slot: number,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  for (const value of Object.values(values)) enter(model, tabOf(model, slot).person, value);
  await real(model, all, slot).page.evaluate(async (entries) => {
    const form = document.querySelector('[name="emailaddress"]')?.closest('form');
    for (const [name, value] of entries) {
      const control = form?.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement;
      control.value = value;
      control.dispatchEvent(new Event('input', { bubbles: true }));
      control.dispatchEvent(new Event('change', { bubbles: true }));
      // React renders dependent fields in a task of its own.
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(0);
      });
    }
  }, Object.entries(values));
}

export const type = (slot: number, field: string): Step =>
  step({
    name: `type(${slot}, '${field}')`,
    check: (model) => isOpen(model, slot, 'form') && noDialog(model, slot),
    run: (model, all) => enterValues(model, all, slot, { [field]: typeText(model, slot, field) }),
  });

const noDialog = (model: Model, slot: number): boolean =>
  tabOf(model, slot).seen.dialog === undefined;

/** The person fills the whole form, and keeps the own texts that it already shows. */
export const complete = (slot: number): Step =>
  step({
    name: `complete(${slot})`,
    check: (model) => isOpen(model, slot, 'form') && noDialog(model, slot),
    async run(model, all) {
      const { person, opening, seen } = tabOf(model, slot);
      const texts = requiredTexts(person, opening).filter(
        (field) => !seen.values[field]?.startsWith(`${person} `),
      );
      await enterValues(model, all, slot, {
        ...profileOf(model, person),
        ...Object.fromEntries(texts.map((field) => [field, typeText(model, slot, field)])),
      });
    },
  });

/** Half a second passes on a device: drafts are stored. */
export const wait = (device: number): Step =>
  step({
    name: `wait(${device})`,
    check: ({ tabs }) => [...tabs.values()].some((tab) => tab.device === device),
    run: async (_, { devices }) => devices.get(device)?.advance(500),
  });

/** Only a draft of one's own: the notice shows when it was written. */
export const restore = (slot: number): Step =>
  step({
    name: `restore(${slot})`,
    check(model) {
      const tab = model.tabs.get(slot);
      if (!tab?.seen.offered || tab.seen.dialog !== undefined) return false;
      return isOwnDraft(model, offeredDraft(model, slot), tab.person);
    },
    async run(model, all) {
      const tab = tabOf(model, slot);
      await real(model, all, slot).button('Restore').click();
      const { values } = await real(model, all, slot).see();
      for (const typed of model.kept)
        if (typed.opening === tab.opening && values[typed.field] === typed.value)
          tab.shown.set(typed.field, typed);
    },
  });

export const discard = (slot: number): Step =>
  step({
    name: `discard(${slot})`,
    check: (model) =>
      isOpen(model, slot) && tabOf(model, slot).seen.offered && noDialog(model, slot),
    async run(model, all) {
      const { device, opening } = tabOf(model, slot);
      const discarded = offeredDraft(model, slot);
      await real(model, all, slot).button('Discard').click();
      const shown = new Set([...model.tabs.values()].flatMap((tab) => [...tab.shown.values()]));
      const isDiscarded = ({ value, field, ...at }: Typed) =>
        at.device === device && at.opening === opening && discarded[field] === value;
      drop(model, (typed) => isDiscarded(typed) && !shown.has(typed));
    },
  });

export const forget = (slot: number): Step =>
  step({
    name: `forget(${slot})`,
    check: (model) =>
      isOpen(model, slot) &&
      tabOf(model, slot).seen.usable.includes('Forget me on this device') &&
      noDialog(model, slot) &&
      !model.offline.has(deviceOf(slot)),
    async run(model, all) {
      const tab = real(model, all, slot);
      const device = deviceOf(slot);
      await tab.button('Forget me on this device').click();
      await Promise.all([tab.page.waitForEvent('load'), tab.button('Forget me').click()]);
      const texts = drop(model, (typed) => typed.device === device).map(({ value }) => value);
      for (const other of model.tabs.values())
        if (other.device === device) Object.assign(other, { shown: new Map(), accepted: false });
      model.forgotten.push(...texts.map((value) => ({ device, value })));
      model.tickets = model.tickets.filter((ticket) => ticket.device !== device);
    },
  });

/** Presses the submit button and records the form; the button sends nothing while a dialog is open. */
async function press(model: Model, all: World, slot: number): Promise<void> {
  const { person, opening, device } = tabOf(model, slot);
  // The site delays a form that was filled within a second.
  await all.devices.get(device)?.advance(1100);
  const tab = real(model, all, slot);
  const { values } = await tab.see();
  model.submitted.push({ person, opening, values });
  model.tickets.push({ device, person });
  await tab.button('Submit application').click();
}

const canSubmit = (model: Model, slot: number): boolean =>
  isOpen(model, slot, 'form') && noDialog(model, slot) && isComplete(model, slot);

function isComplete(model: Model, slot: number): boolean {
  const { person, opening, seen } = tabOf(model, slot);
  const names = [...Object.keys(profileOf(model, person)), ...requiredTexts(person, opening)];
  return names.every((name) => seen.values[name]);
}

/** Reads the result of a submission and closes its dialog. */
async function finishSubmission(model: Model, all: World, slot: number): Promise<void> {
  const tab = tabOf(model, slot);
  const page = real(model, all, slot);
  await page.quiet();
  const seen = await page.see();
  if (seen.kind === 'documents' || seen.text.includes(messages.applied)) {
    tab.accepted = true;
    tab.shown.clear();
  }
  if (seen.dialog !== undefined) {
    await page.page.keyboard.press('Escape');
    await page.page
      .locator('dialog[open]')
      .waitFor({ state: 'detached' })
      .catch(() => {});
  }
}

export const submit = (slot: number, plan: HostPlan = 'accept'): Step =>
  step({
    name: `submit(${slot}, '${plan}')`,
    check: (model) =>
      plan === 'accept'
        ? isOpen(model, slot, 'form') && noDialog(model, slot)
        : canSubmit(model, slot),
    async run(model, all) {
      const { person } = tabOf(model, slot);
      model.host.plan(person, plan);
      await press(model, all, slot);
      await finishSubmission(model, all, slot);
      model.host.plan(person, 'accept');
    },
  });

/** The host stores the application, and the connection of browser and site breaks before the answer. */
export const submitAndLoseConnection = (slot: number): Step =>
  step({
    name: `submitAndLoseConnection(${slot})`,
    check: (model) => canSubmit(model, slot) && !model.offline.has(deviceOf(slot)),
    async run(model, all) {
      const { person } = tabOf(model, slot);
      await whileHeld(model, all, slot, () => {
        all.proxy.cut();
        return finishSubmission(model, all, slot);
      });
      all.proxy.restore();
      model.host.plan(person, 'accept');
    },
  });

/** The tab is closed after the host has stored the application and before the answer. */
export const closeWhileSending = (slot: number): Step =>
  step({
    name: `closeWhileSending(${slot})`,
    check: (model) => canSubmit(model, slot) && !model.offline.has(deviceOf(slot)),
    async run(model, all) {
      const { person } = tabOf(model, slot);
      await whileHeld(model, all, slot, async () => {
        await closeTab(model, all, slot);
        all.proxy.cut();
      });
      all.proxy.restore();
      model.host.plan(person, 'accept');
    },
  });

/** Presses 'Submit application'; runs `work` while the host withholds its answer, or after a result without one. */
async function whileHeld(
  model: Model,
  all: World,
  slot: number,
  work: () => Promise<void>,
): Promise<void> {
  const { person } = tabOf(model, slot);
  model.host.plan(person, 'hold');
  await press(model, all, slot);
  await Promise.race([model.host.held(person), real(model, all, slot).quiet()]);
  await work();
  model.host.release(person);
}

async function closeTab(model: Model, { devices }: World, slot: number): Promise<void> {
  leave(model, slot);
  model.tabs.delete(slot);
  await devices.get(deviceOf(slot))?.close(slot);
}

/** Both tabs of the shared device submit at the same time. */
export const submitBoth = (): Step =>
  step({
    name: 'submitBoth()',
    check: (model) => canSubmit(model, 0) && canSubmit(model, 1),
    async run(model, all) {
      await press(model, all, 0);
      await press(model, all, 1);
      await Promise.all([finishSubmission(model, all, 0), finishSubmission(model, all, 1)]);
    },
  });

export const close = (slot: number): Step =>
  step({
    name: `close(${slot})`,
    check: (model) => isOpen(model, slot),
    run: (model, all) => closeTab(model, all, slot),
  });

export const reload = (slot: number): Step =>
  step({
    name: `reload(${slot})`,
    check: (model) => isOpen(model, slot),
    async run(model, all) {
      // The form is filled in again: the tab must still show what it showed.
      if (model.offline.has(deviceOf(slot))) leave(model, slot);
      // The address of a receipt names its application; a form shows the newest of the device.
      const tab = tabOf(model, slot);
      tab.accepted &&= tab.seen.kind === 'receipt';
      await real(model, all, slot)
        .page.reload()
        .catch(() => undefined);
    },
  });

export const back = (slot: number): Step =>
  step({
    name: `back(${slot})`,
    check: (model) => isOpen(model, slot) && tabOf(model, slot).backs > 0,
    async run(model, all) {
      leave(model, slot);
      const tab = tabOf(model, slot);
      const { page } = real(model, all, slot);
      await page.goBack().catch(() => undefined);
      const opening = openings.find((id) => page.url().endsWith(`/application/${id}`));
      model.tabs.set(slot, {
        ...tab,
        opening: opening ?? tab.opening,
        backs: tab.backs - 1,
        accepted: false,
      });
    },
  });

export const goOffline = (device: number): Step =>
  step({
    name: `goOffline(${device})`,
    check: ({ offline, tabs }) =>
      !offline.has(device) && [...tabs.values()].some((tab) => tab.device === device),
    async run(model, { devices }) {
      model.offline.add(device);
      await devices.get(device)?.context.setOffline(true);
    },
  });

export const goOnline = (device: number): Step =>
  step({
    name: `goOnline(${device})`,
    check: ({ offline }) => offline.has(device),
    async run(model, all) {
      model.offline.delete(device);
      await all.devices.get(device)?.context.setOffline(false);
      for (const [slot, tab] of model.tabs)
        if (tab.device === device && tab.seen.kind === 'browser-error')
          await real(model, all, slot).page.reload();
    },
  });

/** Chooses the missing documents and sends them. Only for an application of the person at this tab. */
export const upload = (slot: number, plan: HostPlan = 'accept'): Step =>
  step({
    name: `upload(${slot}, '${plan}')`,
    check: (model) => ownDocuments(model, slot),
    async run(model, all) {
      const tab = tabOf(model, slot);
      const { person } = tab;
      const { page } = real(model, all, slot);
      model.host.plan(person, plan);
      await chooseMissing(page, person);
      await real(model, all, slot).button('Upload documents').click();
      if (plan === 'hold') {
        await Promise.race([
          model.host.held(person),
          page.locator('[data-state="failed"]').first().waitFor(),
        ]);
        all.proxy.cut();
        await real(model, all, slot).quiet();
        model.host.release(person);
        all.proxy.restore();
      }
      await real(model, all, slot).quiet();
      model.host.plan(person, 'accept');
      const missing = await page.locator('[data-document]:not([data-state="received"])').count();
      if (missing > 0) return;
      await Promise.all([
        page.waitForURL('**/feedback**'),
        all.devices.get(tab.device)?.advance(1500),
      ]);
      tab.backs += 1;
      tab.accepted = true;
    },
  });

/** Chooses the missing documents with a wrong type and sends them: none may arrive (contract, decision 12). */
export const uploadWrongType = (slot: number): Step =>
  step({
    name: `uploadWrongType(${slot})`,
    check: (model) => ownDocuments(model, slot),
    async run(model, all) {
      const tab = real(model, all, slot);
      const { page } = tab;
      const { person } = tabOf(model, slot);
      const arrived = model.host.documents.length;
      await chooseMissing(page, person);
      const missing = page.locator('[data-document]:not([data-state="received"])');
      if ((await missing.count()) === 0) return;
      await missing
        .last()
        .locator('input')
        .setInputFiles(fileOf(person, 'passport', 'exe'));
      await tab.button('Upload documents').click();
      await tab.quiet();
      if (model.host.documents.length > arrived)
        throw new Error('a document was sent beside one of a wrong type');
    },
  });

const fileOf = (person: Person, name: string, extension: string) => ({
  name: `${person.toLowerCase()}-${name}.${extension}`,
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.4\n${person} ${name}\n%%EOF\n`),
});

async function chooseMissing(page: Page, person: Person): Promise<void> {
  for (const name of documentOrder) {
    const field = page.locator(`input[type="file"][name="${name}"]`);
    if ((await field.count()) > 0) await field.setInputFiles(fileOf(person, name, 'pdf'));
  }
}

/** Whether a tab shows the documents of its own person's application. */
function ownDocuments(model: Model, slot: number): boolean {
  if (!isOpen(model, slot, 'documents') || !noDialog(model, slot)) return false;
  const { person, seen } = tabOf(model, slot);
  return seen.text.includes(`${person}-p`) && seen.usable.includes('Upload documents');
}

/** Presses 'Try again' at the first document that did not arrive. */
export const retry = (slot: number): Step =>
  step({
    name: `retry(${slot})`,
    check: (model) =>
      ownDocuments(model, slot) &&
      tabOf(model, slot).seen.usable.some((name) => name.startsWith('Try again')),
    async run(model, all) {
      const tab = real(model, all, slot);
      await tab.page.getByRole('button', { name: 'Try again' }).first().click();
    },
  });

/** At the end of a path, the person who used a tab last can still send the application, with one try each. */
export const finish = (slot: number): Step =>
  step({
    name: `finish(${slot})`,
    check: (model) => isOpen(model, slot),
    async run(model, all) {
      const { person, opening, device } = tabOf(model, slot);
      const next = async (following: Step) => {
        if (await following.check(model)) await following.run(model, all);
      };
      await next(goOnline(device));
      await next(open(slot, person, opening));
      if (model.host.of(person, opening).length > 0) return;
      if (!isOpen(model, slot, 'form')) await next(forget(slot));
      while (tabOf(model, slot).seen.offered) {
        await next(restore(slot));
        await next(discard(slot));
      }
      await next(complete(slot));
      await next(submit(slot));
      if (model.host.of(person, opening).length === 0)
        throw new Error(`${person} cannot apply to ${opening}: ${tabOf(model, slot).seen.text}`);
    },
  });

/** Steps at random. A step with a weight above 1 is in the list that often. */
export function randomSteps(): fc.Arbitrary<Step>[] {
  const slot = fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 1, 1, 2);
  const device = fc.constantFrom(0, 0, 0, 0, 1);
  const person = fc.constantFrom(...people);
  const opening = fc.constantFrom<Opening[]>('12', '12', '12', '21');
  const field = fc.constantFrom(...textFields);
  const plan = fc.constantFrom<HostPlan[]>('accept', 'accept', 'refuse', 'reject', 'lose');
  const uploadPlan = fc.constantFrom<HostPlan[]>('accept', 'accept', 'reject', 'lose', 'hold');
  return [
    { weight: 4, arbitrary: fc.tuple(slot, person, opening).map((all) => open(...all)) },
    { weight: 1, arbitrary: fc.tuple(slot, field).map((all) => type(...all)) },
    { weight: 4, arbitrary: slot.map(complete) },
    { weight: 1, arbitrary: device.map(wait) },
    { weight: 1, arbitrary: slot.map(restore) },
    { weight: 1, arbitrary: slot.map(discard) },
    { weight: 1, arbitrary: slot.map(forget) },
    { weight: 3, arbitrary: fc.tuple(slot, plan).map((all) => submit(...all)) },
    { weight: 2, arbitrary: slot.map(closeWhileSending) },
    { weight: 1, arbitrary: slot.map(submitAndLoseConnection) },
    { weight: 1, arbitrary: fc.constant(submitBoth()) },
    { weight: 1, arbitrary: slot.map(close) },
    { weight: 1, arbitrary: slot.map(reload) },
    { weight: 1, arbitrary: slot.map(back) },
    { weight: 1, arbitrary: device.map(goOffline) },
    { weight: 2, arbitrary: device.map(goOnline) },
    { weight: 3, arbitrary: fc.tuple(slot, uploadPlan).map((all) => upload(...all)) },
    { weight: 1, arbitrary: slot.map(uploadWrongType) },
    { weight: 1, arbitrary: slot.map(retry) },
  ].flatMap(({ weight, arbitrary }) => Array<fc.Arbitrary<Step>>(weight).fill(arbitrary));
}
