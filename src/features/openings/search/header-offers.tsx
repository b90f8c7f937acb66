import pLimit from 'p-limit';
import {
  type AriaAttributes,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
} from 'react';
import { texts } from '#language';
import { listHref } from '#src/addresses.ts';
import {
  needsCompany,
  type Search,
  searchQuery,
  searchRecord,
} from '#src/domain/catalogue/search-parameters.ts';
import { limits } from '#src/domain/model/limits.ts';
import { type OfferedOpenings, offerOpenings } from './actions.tsx';
import { searchOf } from './company-select.client.tsx';
import styles from './header-search.module.css';
import { type Listbox, pressKey } from './listbox.ts';
import { createLiveSearch } from './live-search.ts';

export type ComboboxAttributes = AriaAttributes & { readonly role: 'combobox' };

interface Offers {
  readonly search: Search;
  readonly offered: OfferedOpenings;
  readonly listbox: Listbox;
}

const listId = 'header-offers';
const optionId = (index: number) => `${listId}-${index}`;

const oneAtATime = pLimit(1);
const twoLetters = /[\p{L}\p{N}].*[\p{L}\p{N}]/u;
const nothing: OfferedOpenings = { summary: '', label: '', all: '', openings: [] };

/**
 * A shorter text is not searched for. Without a text the openings of a company are offered. Of the searches that wait for the
 * one before, only the newest is made.
 */
async function findOffers(search: Search): Promise<OfferedOpenings> {
  const isRequested = search.q === '' ? search.company_id !== undefined : twoLetters.test(search.q);
  oneAtATime.clearQueue();
  if (isRequested) return oneAtATime(offerOpenings, searchRecord(search));
  return needsCompany(search)
    ? { ...nothing, summary: texts().search.messages.selectCompanyToSearch }
    : nothing;
}

/** Offers openings for what the visitor types into a form of `HeaderSearch`, whose text field is the combobox. */
export function HeaderOffers({
  form,
  onStatus,
  onAttributes,
}: {
  form: RefObject<HTMLFormElement | null>;
  onStatus: (text: string) => void;
  onAttributes: (attributes: ComboboxAttributes) => void;
}) {
  const [offers, setOffers] = useState<Offers>();
  const [live] = useState(() =>
    createLiveSearch<Search, OfferedOpenings>({
      delayMs: limits.searchDebounceMs,
      request: findOffers,
      onResult(offered, search) {
        onStatus(offered.summary);
        setOffers({ search, offered, listbox: { kind: 'open' } });
      },
      onError() {
        onStatus(texts().search.failed);
        setOffers(undefined);
      },
    }),
  );

  const openings = offers?.offered.openings ?? [];
  const isOpen = offers?.listbox.kind === 'open' && openings.length > 0;
  const active = offers?.listbox.kind === 'open' ? offers.listbox.active : undefined;

  // The attributes change together with the list.
  useLayoutEffect(() => {
    onAttributes({
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? listId : undefined,
      'aria-activedescendant': active === undefined ? undefined : optionId(active),
    });
    if (active !== undefined)
      document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' });
  }, [onAttributes, isOpen, active]);

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.isComposing);
    if (!(event.target instanceof HTMLInputElement) || !offers || !isPlain) return;
    if (event.key === 'Enter' && active !== undefined) {
      event.preventDefault();
      document.getElementById(optionId(active))?.click();
      return;
    }
    const { listbox, isHandled } = pressKey(offers.listbox, event.key, openings.length);
    if (isHandled) event.preventDefault();
    setOffers({ ...offers, listbox });
  });
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const abort = new AbortController();
    const schedule = () => live.schedule(searchOf(element));
    const onInput = () => {
      // Enter must not follow an option for an earlier text.
      setOffers((shown) =>
        shown?.listbox.kind === 'open' ? { ...shown, listbox: { kind: 'open' } } : shown,
      );
      schedule();
    };
    // The visitor may have filled the form in before this script arrived.
    if (searchQuery(searchOf(element)) !== '') schedule();
    element.addEventListener('input', onInput, abort);
    element.addEventListener('keydown', onKeyDown, abort);
    return () => {
      live.cancel();
      abort.abort();
    };
  }, [form, live]);

  if (!offers || !isOpen) return null;
  const { search, offered } = offers;
  return (
    <>
      <div id={listId} className={styles.results} role="listbox" aria-label={offered.label}>
        {openings.map(({ path, role, lang, place }, index) => (
          <a
            // The marks change with the text, and translators replace text nodes.
            key={`${path} ${search.q}`}
            id={optionId(index)}
            className={styles.result}
            href={path}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
          >
            <span className={styles.role} lang={lang} dir="auto">
              {role}
            </span>
            <span className={styles.place}>{place}</span>
          </a>
        ))}
      </div>
      <a href={listHref(search)} className={styles.all}>
        {offered.all}
      </a>
    </>
  );
}
