import { texts } from '#language';
import { Icon } from '#src/components/icon/icon.tsx';
import { VisuallyHidden } from '#src/components/visually-hidden/visually-hidden.tsx';
import {
  allOpenings,
  chosenIn,
  type FilterName,
  filterNames,
  filterOf,
  hasFilters,
  type Search,
  sortOrders,
  withChoice,
} from '#src/domain/catalogue/search-parameters.ts';
import { latestElement, staticHtml } from '#src/framework/static-html.tsx';
import { compareTexts, fill, formatNumber, plural } from '#src/language/format.ts';
import { filterLabel } from '#src/language/search-words.ts';
import type { PluralText } from '#src/texts/catalogue.ts';
import type { FoundOpenings, SearchOutcome } from '../data/find-openings.ts';
import { companyNameIn } from '../data/search-summary.ts';
import styles from './list-filters.module.css';
import { listLink } from './list-link.ts';

/** The maximum number of choices in a group, so that a page stays small. */
const maxChoices = 200;

const sheetId = 'filters';

/**
 * The filters are links, so that they work without script. On narrow screens they are in a sheet (a native popover).
 */
export function ListFilters({ outcome }: { outcome: SearchOutcome }) {
  if (outcome.kind === 'unavailable') return null;
  const { search, beforeFilters, related, catalogue } = outcome;
  const count = beforeFilters.length + related.length + (catalogue?.openings.length ?? 0);
  if (count === 0) return null;
  const key = JSON.stringify(search);
  const navigation = () => <Navigation key={key} outcome={outcome} />;
  // The results for a text or a company differ between visitors, or come from the API host.
  const isOfAll = search.q === '' && !search.company_id;
  return staticHtml(
    catalogue && isOfAll ? latestElement(catalogue, key, navigation) : navigation(),
  );
}

function Navigation({ outcome }: { outcome: FoundOpenings }) {
  const { search, beforeFilters, openings, related } = outcome;
  const { filters } = texts().openings;
  const chosen = filterNames.flatMap((name) => search[name] ?? []).length;
  const currencies = new Set(beforeFilters.flatMap(({ salary }) => salary?.currency ?? []));
  const orders = { ...filters.sort, ...(currencies.size > 1 && { pay: filters.payByCurrency }) };
  return (
    <nav className={styles.filters} aria-label={filters.label}>
      <button
        type="button"
        className={styles.opener}
        popoverTarget={sheetId}
        data-chosen={chosen > 0 ? '' : undefined}
      >
        {chosen > 0 ? fill(filters.chosen, { count: chosen }) : filters.title}
        <Icon name="chevron-down" />
      </button>
      <div id={sheetId} popover="auto" className={`bottom-sheet ${styles.sheet}`}>
        <SheetTop id={sheetId} title={filters.title} />
        {filterNames.map((name) => {
          const values = search[name] ?? [];
          const choices = choicesOf(outcome, name, values);
          if (choices.length < 2 && values.length === 0) return null;
          return (
            <Group
              key={name}
              parameter={name}
              search={search}
              choices={choices}
              shown={filterOf(name).shownChoices}
              moreTexts={filters[name]}
            />
          );
        })}
        <Group
          parameter="sort"
          search={search}
          choices={sortOrders.map((value) => ({ value, label: orders[value] }))}
        />
        <button
          type="button"
          className={styles.show}
          popoverTarget={sheetId}
          popoverTargetAction="hide"
        >
          {plural(filters.show, openings.length + related.length)}
        </button>
      </div>
    </nav>
  );
}

/**
 * Returns the choices of a filter. Their order does not depend on the chosen filters. Companies without openings are
 * left out, and so is a chosen company whose name no opening has.
 */
const choicesOf = (outcome: FoundOpenings, name: FilterName, chosen: readonly string[]) =>
  outcome
    .choices(name)
    .flatMap((choice) => {
      const { value } = choice;
      const label =
        name === 'company_id' ? companyNameIn(outcome, value) : filterLabel(name, value);
      return label === undefined ? [] : [{ ...choice, label }];
    })
    .filter(({ count, value }) => name !== 'company_id' || count > 0 || chosen.includes(value))
    .sort((one, other) => other.total - one.total || compareTexts(one.label, other.label))
    .filter(({ value }, n) => n < maxChoices || chosen.includes(value));

interface Choice {
  readonly value: string;
  readonly label: string;
  /** The number of openings with this value; absent for an order. */
  readonly count?: number;
}

function Group({
  parameter,
  search,
  choices,
  shown = Number.POSITIVE_INFINITY,
  moreTexts,
}: {
  parameter: FilterName | 'sort';
  search: Search;
  choices: readonly Choice[];
  shown?: number | undefined;
  moreTexts?: { readonly more: PluralText<'count'>; readonly moreTitle: string };
}) {
  const { filters } = texts().openings;
  const id = `filter-${parameter}`;
  const moreId = `${id}-more`;
  const isPressed = ({ value }: Choice) => chosenIn(search, parameter).includes(value);
  const hasMore = moreTexts && choices.length > shown;
  /** A choice is a link that adds it to the search, or removes it if it is chosen; it is text if it has no openings. */
  const item = (choice: Choice) => {
    const { value, label, count } = choice;
    const pressed = isPressed(choice);
    const content = (
      <>
        {label}
        {count === undefined ? null : (
          <span className={styles.count}>
            {formatNumber(count)}
            <VisuallyHidden>{plural(filters.openings, count)}</VisuallyHidden>
          </span>
        )}
      </>
    );
    return (
      <li key={value}>
        {count === 0 && !pressed ? (
          <span className={styles.chip}>{content}</span>
        ) : (
          <a
            className={styles.chip}
            {...listLink(withChoice(search, parameter, value), `${parameter}:${value}`)}
            aria-current={pressed ? true : undefined}
          >
            {content}
          </a>
        )}
      </li>
    );
  };
  return (
    <div id={id} className={styles.group}>
      <p id={`${id}-title`} className={styles.title}>
        {filters[parameter].title}
      </p>
      <ul className={styles.chips} aria-labelledby={`${id}-title`}>
        {choices.filter((choice, n) => n < shown || isPressed(choice)).map(item)}
        {hasMore ? (
          <li>
            <button type="button" className={styles.more} popoverTarget={moreId}>
              {plural(moreTexts.more, choices.length)}
            </button>
            <div id={moreId} popover="auto" className={`bottom-sheet ${styles.dialog}`}>
              <SheetTop id={moreId} title={moreTexts.moreTitle} />
              <ul className={styles.chips} aria-labelledby={`${moreId}-title`}>
                {choices.map(item)}
              </ul>
            </div>
          </li>
        ) : null}
      </ul>
    </div>
  );
}

function SheetTop({ id, title }: { id: string; title: string }) {
  return (
    <div className={styles.top}>
      <p id={`${id}-title`} className={styles.title}>
        {title}
      </p>
      <button
        type="button"
        className={styles.close}
        popoverTarget={id}
        popoverTargetAction="hide"
        // biome-ignore lint/a11y/noAutofocus: the sheet covers its opener, which would keep the focus (WCAG 2.4.11)
        autoFocus
      >
        <Icon name="close" />
        <VisuallyHidden>{texts().openings.filters.close}</VisuallyHidden>
      </button>
    </div>
  );
}

/** The link that removes all filters. An empty list has a button instead. */
export function ClearAll({ outcome }: { outcome: SearchOutcome }) {
  if (outcome.kind === 'unavailable') return null;
  const { search, openings, related } = outcome;
  if (openings.length + related.length === 0) return null;
  if (!hasFilters(search)) return null;
  return staticHtml(
    <a className={styles.clear} {...listLink(allOpenings)}>
      {texts().openings.filters.clear}
    </a>,
  );
}
