import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type Draft,
  draftKey,
  isWorthKeeping,
  mergeDraft,
  parseDraft,
  randomKey,
  readDraft,
  removeDraft,
  sweepDrafts,
  writeDraft,
} from './draft.ts';
import type { FormValues } from './read-form.ts';

const saveAfterMs = 400;

export interface DraftOptions {
  readonly openingId: string;
  /** The form's values now; undefined while it is not on the page. */
  readonly read: () => FormValues | undefined;
  readonly fill: (values: FormValues) => void;
  readonly shows: (values: FormValues) => boolean;
  /** Another tab finished or discarded the draft. */
  readonly onGone: () => void;
}

/**
 * Keeps what is typed on this device, per opening, and offers back what an earlier visit or another tab
 * left (decision 073). Nothing kept is overwritten by an empty form: while a draft is on offer, only fields
 * touched since replace its values.
 */
export function useDraft(options: DraftOptions) {
  const latest = useRef(options);
  latest.current = options;
  const { openingId } = options;
  const [offer, setOffer] = useState<{ draft: Draft; from: 'earlier' | 'tab' }>();
  const [blocked, setBlocked] = useState(false);
  const offered = useRef<Draft>(undefined);
  offered.current = offer?.draft;
  const own = useRef<{ tab: string; key: string; startedAt: number; fresh: FormValues }>(undefined);
  const touched = useRef(new Set<string>());
  const timer = useRef<number>(undefined);
  const stopped = useRef(false);

  const save = useCallback(() => {
    window.clearTimeout(timer.current);
    timer.current = undefined;
    const mine = own.current;
    const current = latest.current.read();
    if (!mine || !current || stopped.current || touched.current.size === 0) return;
    const values = offered.current
      ? mergeDraft(offered.current.values, current, touched.current)
      : current;
    withStorage((storage) => {
      if (!isWorthKeeping(values, mine.fresh)) return removeDraft(storage, openingId);
      const { key, startedAt, tab } = mine;
      writeDraft(storage, openingId, { key, startedAt, tab, savedAt: Date.now(), values });
    }, setBlocked);
  }, [openingId]);

  useEffect(() => {
    const fresh = latest.current.read() ?? {};
    own.current = { tab: randomKey(), key: randomKey(), startedAt: 0, fresh };
    withStorage((storage) => {
      sweepDrafts(storage, (stored) => parseDraft(stored, Date.now()) === undefined);
      const found = readDraft(storage, openingId, Date.now());
      if (!found || !own.current) return;
      own.current.key = found.key;
      if (latest.current.shows(found.values)) own.current.startedAt = found.startedAt;
      else setOffer({ draft: found, from: 'earlier' });
    });

    const onStorage = (event: StorageEvent) => {
      if (event.key !== draftKey(openingId) || stopped.current || !own.current) return;
      const draft = parseDraft(event.newValue, Date.now());
      if (!draft) {
        setOffer(undefined);
        return latest.current.onGone();
      }
      if (touched.current.size === 0) own.current.key = draft.key;
      if (!latest.current.shows(draft.values)) setOffer({ draft, from: 'tab' });
    };
    const onHide = () => save();
    window.addEventListener('storage', onStorage);
    window.addEventListener('pagehide', onHide);
    document.addEventListener('visibilitychange', onHide);
    return () => {
      onHide();
      window.removeEventListener('storage', onStorage);
      window.removeEventListener('pagehide', onHide);
      document.removeEventListener('visibilitychange', onHide);
    };
  }, [openingId, save]);

  const remove = () => withStorage((storage) => removeDraft(storage, openingId));
  return {
    offer,
    /** True where this device keeps nothing, which the visitor is told once. */
    blocked,
    /** To be called with the name of each control that changes. */
    changed(name: string) {
      if (!own.current) return;
      own.current.startedAt ||= Date.now();
      touched.current.add(name);
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(save, saveAfterMs);
    },
    /** Writes at once what a timer would write later. */
    save,
    /** The form's key, and for how long it has been filled, in milliseconds. */
    identity: () => ({
      key: own.current?.key ?? '',
      elapsedMs: own.current?.startedAt ? Date.now() - own.current.startedAt : 0,
    }),
    restore() {
      if (!offer || !own.current) return;
      const untouched = Object.entries(offer.draft.values).filter(
        ([name]) => !touched.current.has(name),
      );
      own.current.startedAt ||= offer.draft.startedAt;
      setOffer(undefined);
      latest.current.fill(Object.fromEntries(untouched));
    },
    discard() {
      setOffer(undefined);
      if (own.current && touched.current.size === 0) own.current.key = randomKey();
      if (touched.current.size === 0) remove();
      else timer.current = window.setTimeout(save);
    },
    /** The application is accepted: this device need not keep it any longer. */
    finish() {
      stopped.current = true;
      window.clearTimeout(timer.current);
      setOffer(undefined);
      remove();
    },
    /** 'Forget me on this device': every opening's draft. Nothing is kept any more until the page is loaded anew. */
    forget() {
      stopped.current = true;
      window.clearTimeout(timer.current);
      setOffer(undefined);
      withStorage((storage) => sweepDrafts(storage));
    },
  };
}

/** Runs `work` on localStorage; a browser that has none, blocks it or is full is reported, never thrown. */
function withStorage(work: (storage: Storage) => void, report?: (blocked: boolean) => void): void {
  try {
    work(window.localStorage);
    report?.(false);
  } catch {
    report?.(true);
  }
}
