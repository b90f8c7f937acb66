import { limits } from '#src/domain/model/limits.ts';

type Kind = 'localStorage' | 'sessionStorage';

/**
 * One text in a storage of the browser, or several texts whose names begin with `name` and end with an id. If the
 * storage is missing, blocked or full, nothing is read or stored. `parse` returns undefined, or throws, for a text that
 * is damaged or too old. A value for which `format` returns undefined is removed.
 */
export function storedRecord<Value>(
  storage: Kind,
  name: string,
  parse: (stored: string) => Value | undefined,
  format: (value: Value) => string | undefined = JSON.stringify,
) {
  function withStorage<Result>(work: (items: Storage) => Result): Result | undefined {
    // The server has no storage. This test is faster than an exception, which takes longer than the render of a field.
    if (typeof window === 'undefined') return undefined;
    try {
      return work(window[storage]);
    } catch {
      return undefined;
    }
  }
  return {
    name,
    /** The ids that follow `name` in the names of the stored texts. */
    ids: (): readonly string[] =>
      withStorage((items) => Object.keys(items).filter((key) => key.startsWith(name)))?.map((key) =>
        key.slice(name.length),
      ) ?? [],
    parse: (stored: string | null) =>
      withStorage(() => (stored === null ? undefined : parse(stored))),
    read(id = '') {
      return this.parse(withStorage((items) => items.getItem(name + id)) ?? null);
    },
    /** Returns whether the storage accepts the value. */
    write: (value: Value, id = '') =>
      withStorage((items) => {
        const text = format(value);
        if (text === undefined) items.removeItem(name + id);
        else items.setItem(name + id, text);
        return true;
      }) ?? false,
    remove: (id = '') => withStorage((items) => items.removeItem(name + id)),
  };
}

export const textRecord = (storage: Kind, name: string) =>
  storedRecord<string>(storage, name, String, String);
export const listRecord = (storage: Kind, name: string) =>
  storedRecord<readonly string[]>(
    storage,
    name,
    (stored) => stored.split(' ').map(decodeURIComponent),
    (list) => list.map(encodeURIComponent).join(' ') || undefined,
  );

/*
 * The records of any page. The records of applications are in application-records.ts, which most pages do not load. The
 * script in the head (framework/head-script.ts) stores `greeted`, and also reads the choices of colors. Tabs of the
 * version before read and write the same texts.
 */

export const storedChoices = {
  skin: textRecord('localStorage', 'skin'),
  scheme: textRecord('localStorage', 'scheme'),
};

export const offeredLanguage = textRecord('localStorage', 'language-offered');

/** The names of the records `companyApplications` begin with this text. */
export const companyApplicationsName = 'application-company:';
export const hasApplications = (): boolean =>
  storedRecord('localStorage', companyApplicationsName, String).ids().length > 0;

/** The openings that a person keeps for later, the newest first. */
export const savedOpenings = listRecord('localStorage', 'saved-openings');
/** The window event after a script has changed saved openings or applications, which other parts of the page show. */
export const deviceRecordsChanged = 'device-records-changed' as const;
export const reportDeviceRecords = (): boolean =>
  window.dispatchEvent(new Event(deviceRecordsChanged));

export const readSaved = (): readonly string[] => savedOpenings.read() ?? [];

export const canSave = (): boolean => savedOpenings.write(readSaved());

/** Saves an opening, or removes it. Returns whether it is saved now. */
export function toggleSaved(id: string): boolean {
  const saved = readSaved();
  const others = saved.filter((one) => one !== id);
  const ids =
    others.length < saved.length ? others : [id, ...others].slice(0, limits.savedOpenings);
  savedOpenings.write(ids);
  reportDeviceRecords();
  return readSaved().includes(id);
}

export const openRows = listRecord('sessionStorage', 'open-rows');

/** The values of a form whose page is opened in another language. The id is the form's name and the page's path. */
export const languageChanges = storedRecord<Readonly<Record<string, string>>>(
  'sessionStorage',
  'application-language-change:',
  JSON.parse,
);

export const forgottenAt = textRecord('localStorage', 'forgotten-at');
/** Notifies the other tabs that the device is forgotten: 'started' or 'finished'. */
export const forgottenPhase = textRecord('localStorage', 'forgotten');
/** Set in the tab in which the device was forgotten, until the page says so after it was loaded again. */
export const forgottenHere = textRecord('sessionStorage', 'forgotten-here');
/** For each path, when the device was last forgotten before the tab opened the path for the first time. */
export const forgottenBefore = textRecord('sessionStorage', 'opened ');
