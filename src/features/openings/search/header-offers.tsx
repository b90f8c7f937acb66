import pLimit from 'p-limit';
import { useEffect, useLayoutEffect, useState } from 'react';
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

type Offers = OfferedOpenings & { readonly allHref: string };

const listId = 'header-offers';
const optionId = (index: number) => `${listId}-${index}`;

const oneAtATime = pLimit(1);
const twoLetters = /[\p{L}\p{N}].*[\p{L}\p{N}]/u;
const nothing = (summary: string): Offers => {
  return { summary, openings: [], label: '', all: '', allHref: '' };
};

/**
 * A text with fewer than two letters is not searched for. Without a text the openings of the selected company are
 * offered. Of the searches that wait while another one runs, only the newest is sent.
 */
async function findOffers(search: Search): Promise<Offers> {
  const isRequested = search.q === '' ? search.company_id !== undefined : twoLetters.test(search.q);
  oneAtATime.clearQueue();
  if (!isRequested)
    return nothing(needsCompany(search) ? texts().search.messages.selectCompanyToSearch : '');
  const offered = await oneAtATime(offerOpenings, searchRecord(search));
  return { ...offered, allHref: listHref(search) };
}

/** Offers openings for what the visitor types into the form of `HeaderSearch`, and makes its text field a combobox. */
export function HeaderOffers({ form }: { form: HTMLFormElement }) {
  const [{ summary, openings, label, all, allHref }, setOffered] = useState(() => nothing(''));
  const [listbox, setListbox] = useState<Listbox>({ isOpen: false });
  const [live] = useState(() => {
    const show = (offered: Offers) => {
      setOffered(offered);
      setListbox({ isOpen: offered.openings.length > 0 });
    };
    return createLiveSearch({
      delayMs: limits.searchDebounceMs,
      request: findOffers,
      onResult: show,
      onError: () => show(nothing(texts().search.failed)),
    });
  });
  const { isOpen, active } = listbox;

  // `HeaderSearch` renders the form before this script is loaded: its listeners and attributes are set here.
  useLayoutEffect(() => {
    const field: HTMLInputElement = form.q;
    const option = active === undefined ? null : document.getElementById(optionId(active));
    form.oninput = () => {
      // The active option is reset, because Enter must not follow an option for an earlier text.
      setListbox({ isOpen });
      live.schedule(searchOf(form));
    };
    field.onkeydown = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.key === 'Enter' && option) {
        event.preventDefault();
        option.click();
        return;
      }
      const pressed = pressKey(listbox, event.key, openings.length);
      if (pressed.isHandled) event.preventDefault();
      setListbox(pressed.listbox);
    };
    const attributes = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-controls': listId,
      'aria-expanded': String(isOpen),
      'aria-activedescendant': option?.id ?? '',
    };
    for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value);
    option?.scrollIntoView({ block: 'nearest' });
  });
  useEffect(() => {
    // The visitor may have filled the form in before this script arrived.
    if (searchQuery(searchOf(form)) !== '') live.schedule(searchOf(form));
    return live.cancel;
  }, [form, live]);

  return (
    <>
      <p className={styles.summary} role="status">
        {summary}
      </p>
      {isOpen ? (
        <>
          <div id={listId} className={styles.results} role="listbox" aria-label={label}>
            {openings.map(({ path, role, lang, place }, index) => (
              <a
                // The marks change with the text, and translators replace text nodes.
                key={`${path} ${allHref}`}
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
          <a href={allHref} className={styles.all}>
            {all}
          </a>
        </>
      ) : null}
    </>
  );
}
