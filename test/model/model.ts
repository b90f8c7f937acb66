import { type HostRecords, type Opening, type Person, people } from './host.ts';
import type { Seen } from './world.ts';

/** A text that a person typed. Each text is typed once on a path and contains the person's name. */
export interface Typed {
  readonly person: Person;
  readonly device: number;
  readonly opening: Opening;
  readonly field: string;
  readonly value: string;
}

/** What the model knows about a tab: who uses it, for what, and what it showed after the last step. */
export interface TabModel {
  readonly person: Person;
  readonly device: number;
  readonly opening: Opening;
  /** How often the person can go back without reaching pages of somebody else. */
  backs: number;
  /** What the person typed or restored here and must still see. */
  shown: Map<string, Typed>;
  /** Whether the tab showed the acceptance of an application that the person submitted here. */
  accepted: boolean;
  seen: Seen;
}

export interface Model {
  readonly host: HostRecords;
  readonly tabs: Map<number, TabModel>;
  readonly offline: Set<number>;
  /** Texts that must not be lost: typed, and neither replaced, discarded, forgotten nor accepted. */
  kept: Typed[];
  /** Texts that somebody removed from a device with 'Forget me', and the person's other texts of then. */
  readonly forgotten: { readonly device: number; readonly value: string }[];
  /** All values that a person entered, to recognize them in applications. */
  readonly entered: Map<Person, Set<string>>;
  /** The forms that a person submitted, by control name. */
  readonly submitted: {
    readonly person: Person;
    readonly opening: Opening;
    readonly values: Seen['values'];
  }[];
  /** Whose applications each device may have the upload ticket of. */
  tickets: { readonly device: number; readonly person: Person }[];
  /** What each device stores for the site. */
  readonly stored: Map<number, Readonly<Record<string, string>>>;
  texts: number;
}

export function newModel(host: HostRecords): Model {
  return {
    host,
    tabs: new Map(),
    offline: new Set(),
    kept: [],
    forgotten: [],
    entered: new Map(people.map((person) => [person, new Set()])),
    submitted: [],
    tickets: [],
    stored: new Map(),
    texts: 0,
  };
}

const profiles: Readonly<Record<Person, Readonly<Record<string, string>>>> = {
  Ada: {
    phone: '08011111111',
    age: '31',
    education: 'BA',
    grades: 'First Class',
    years_of_experience: '3',
    referrer: 'linkedin',
  },
  Ben: {
    phone: '08022222222',
    age: '42',
    education: 'HND',
    grades: 'Pass',
    years_of_experience: '7',
    referrer: 'staff',
  },
};

/** The fields whose texts are new each time they are typed. */
export const textFields = ['firstname', 'course', 'cover_letter'] as const;

/** Returns the values that a person enters into the fields that are no `textFields`, in the order of the form. */
export function profileOf(model: Model, person: Person): Record<string, string> {
  return { emailaddress: model.host.emailOf(person), ...profiles[person] };
}

export function requiredTexts(person: Person, opening: Opening): string[] {
  return [
    ...textFields,
    'lastname',
    ...(person === 'Ben' ? ['referrer_name'] : []),
    ...(opening === '21' ? ['answers[q-1]'] : []),
  ];
}

export const tabOf = (model: Model, slot: number): TabModel => {
  const tab = model.tabs.get(slot);
  if (!tab) throw new Error(`Tab ${slot} is closed.`);
  return tab;
};

/** Records that the person at this tab types a new text into a field, and returns the text. */
export function typeText(model: Model, slot: number, field: string): string {
  const tab = tabOf(model, slot);
  const { person, device, opening } = tab;
  model.texts += 1;
  const value = `${person} ${model.texts}`;
  const typed = { person, device, opening, field, value };
  const replaced = (old: Typed) =>
    old.person === person &&
    old.device === device &&
    old.opening === opening &&
    old.field === field;
  const elsewhere = new Set(
    [...model.tabs.values()].flatMap((other) => (other === tab ? [] : [...other.shown.values()])),
  );
  // The person replaced it, except in another tab that still shows it.
  model.kept = [...model.kept.filter((old) => !replaced(old) || elsewhere.has(old)), typed];
  tab.shown.set(field, typed);
  enter(model, person, value);
  return value;
}

export function enter(model: Model, person: Person, value: string): void {
  model.entered.get(person)?.add(value);
}

/** The person leaves the page that a tab shows: what was typed there must now be in the draft. */
export function leave(model: Model, slot: number): void {
  const tab = model.tabs.get(slot);
  if (!tab) return;
  const left = [...tab.shown.values()];
  tab.shown = new Map();
  const elsewhere = new Set([...model.tabs.values()].flatMap(({ shown }) => [...shown.values()]));
  const newer = (old: Typed) =>
    model.kept.some(
      (other, index) =>
        index > model.kept.indexOf(old) &&
        other.person === old.person &&
        other.device === old.device &&
        other.opening === old.opening &&
        other.field === old.field,
    );
  // The person typed different texts in two tabs: the newer one must be kept.
  model.kept = model.kept.filter((old) => !left.includes(old) || elsewhere.has(old) || !newer(old));
}

/** Removes texts that the person discarded, forgot or sent. */
export function drop(model: Model, dropped: (typed: Typed) => boolean): Typed[] {
  const removed = model.kept.filter(dropped);
  model.kept = model.kept.filter((typed) => !dropped(typed));
  for (const tab of model.tabs.values())
    for (const [field, typed] of tab.shown) if (removed.includes(typed)) tab.shown.delete(field);
  return removed;
}

/** Returns the values of the draft that a tab offers: of the stored drafts, the first that the form does not show. */
export function offeredDraft(model: Model, slot: number): Readonly<Record<string, string>> {
  const { device, opening, seen } = tabOf(model, slot);
  const stored = model.stored.get(device)?.[`application-draft:${opening}`] ?? '{}';
  const { others = [], ...newest } = JSON.parse(stored);
  for (const { values = {} } of [newest, ...others]) {
    const {
      cover_letter_format: _format,
      questions_shown: _questions,
      ...texts
    } = values as Record<string, string>;
    const isShown = Object.entries(texts).every(
      ([name, text]) => (seen.values[name] ?? '') === text,
    );
    if (!isShown) return texts;
  }
  return {};
}

/** Whether a draft has texts of this person only. */
export function isOwnDraft(model: Model, draft: Readonly<Record<string, string>>, person: Person) {
  const text = `${Object.values(draft).join(' ')} `;
  return people.every((other) => mentions(text, other, model) === (other === person));
}

function mentions(text: string, person: Person, { host }: Model): boolean {
  const { phone = '' } = profiles[person];
  return [`${person} `, host.emailOf(person), phone].some((value) => text.includes(value));
}

/** A sentence of issue 8, and how a state breaks it; undefined if it does not. */
type Invariant = (model: Model) => string | undefined;

/** The host holds at most one application per person and opening, with that person's values. */
export const oneApplicationWithOwnValues: Invariant = ({ host, entered, submitted }) => {
  for (const { person, opening, values, id } of host.applications) {
    if (host.of(person, opening).length > 1)
      return `${host.of(person, opening).length} applications of ${person} to ${opening}`;
    for (const [field, value] of Object.entries(values)) {
      const isDefault = ['company_id', 'document_id', 'education'].includes(field) || value === '';
      if (!isDefault && !entered.get(person)?.has(value))
        return `application ${id} has ${field} '${value}', which ${person} never entered`;
    }
    const same = submitted.some(
      (form) =>
        form.person === person &&
        form.opening === opening &&
        Object.entries(form.values).every(([field, value]) => values[field] === value),
    );
    if (!same) return `application ${id} is no form that ${person} submitted`;
  }
  return undefined;
};

/** A person who reads that an application was accepted has an application at the host. */
export const acceptedIsStored: Invariant = ({ host, tabs }) => {
  for (const [slot, { person, opening, accepted }] of tabs)
    if (accepted && host.of(person, opening).length === 0)
      return `tab ${slot} told ${person} that the application to ${opening} was accepted, and the host has none`;
  return undefined;
};

/** Nobody reads another's data, and documents belong to the application of the person who sent them. */
export const nobodyReadsAnothersData: Invariant = (model) => {
  for (const [slot, { person, device, opening, seen, accepted }] of model.tabs) {
    for (const other of people.filter((name) => name !== person)) {
      for (const [field, value] of Object.entries(seen.values))
        if (mentions(`${value} `, other, model))
          return `tab ${slot} shows ${person} the value '${value}' of ${other} in ${field}`;
      const isOnDevice = model.tickets.some(
        (ticket) => ticket.device === device && ticket.person === other,
      );
      const id = new RegExp(`${other}-p\\d+-\\d+`).exec(seen.text)?.[0];
      if (id !== undefined && (accepted || !isOnDevice))
        return `tab ${slot} shows ${person} the reference ${id} at ${opening}`;
    }
  }
  for (const { filename, applicantId, person } of model.host.documents) {
    const application = model.host.applications.find(({ id }) => id === applicantId);
    if (application?.person !== person || !filename.startsWith(person.toLowerCase()))
      return `${filename} was sent with the application ${applicantId}`;
  }
  return undefined;
};

/** What was forgotten on a device is neither shown nor stored there. */
export const forgottenIsGone: Invariant = (model) => {
  for (const { device, value } of model.forgotten) {
    const stored = Object.values(model.stored.get(device) ?? {}).some((text) => has(text, value));
    const tab = [...model.tabs].find(
      ([, { device: at, seen }]) => at === device && Object.values(seen.values).includes(value),
    );
    if (stored || tab)
      return `'${value}' was forgotten, and ${stored ? 'the device stores it' : `tab ${tab?.[0]} shows it`}`;
  }
  return undefined;
};

/** Nothing typed is gone unless the person discarded it. */
export const nothingTypedIsGone: Invariant = (model) => {
  for (const [slot, { shown, seen }] of model.tabs)
    for (const [field, { value, person }] of shown)
      if (seen.values[field] !== value)
        return `tab ${slot} no longer shows '${value}' in ${field}, which ${person} typed`;
  for (const { device, value, person, opening, field } of model.kept) {
    const stored = Object.values(model.stored.get(device) ?? {}).some((text) => has(text, value));
    const shown = [...model.tabs.values()].some(
      (tab) => tab.device === device && Object.values(tab.seen.values).includes(value),
    );
    if (!stored && !shown)
      return `'${value}', which ${person} typed into ${field} of ${opening}, is neither shown nor stored`;
  }
  return undefined;
};

/** Whether a text contains a typed value, and not only a longer one. */
const has = (text: string, value: string): boolean => new RegExp(`${value}(?!\\d)`).test(text);

/** Every state has a way on. */
export const everyStateHasAWayOn: Invariant = ({ tabs, offline }) => {
  for (const [slot, { seen, device }] of tabs) {
    const { kind, usable, dialog, text } = seen;
    const stuck = (reason: string) => `tab ${slot} at ${seen.path}: ${reason}`;
    if (seen.busy) return stuck('still busy without a request');
    if (kind === 'browser-error') {
      if (!offline.has(device)) return stuck('shows a browser error while online');
    } else if (kind === 'other' && !/You applied/.test(text))
      return stuck(`shows neither a form nor documents: ${text.slice(-300)}`);
    else if (dialog !== undefined && !usable.some((name) => /close|ok/i.test(name)))
      return stuck(`the dialog cannot be closed: ${dialog}`);
    else if (usable.length === 0) return stuck('nothing can be used');
  }
  return undefined;
};

export const invariants: readonly Invariant[] = [
  oneApplicationWithOwnValues,
  acceptedIsStored,
  nobodyReadsAnothersData,
  forgottenIsGone,
  nothingTypedIsGone,
  everyStateHasAWayOn,
];
