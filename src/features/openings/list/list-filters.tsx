import type { ReactNode } from 'react';
import { Icon } from '#src/components/icon/icon.tsx';
import { VisuallyHidden } from '#src/components/visually-hidden/visually-hidden.tsx';
import { siteConfig } from '#src/config/site.ts';
import { staticHtml } from '#src/document/static-html.tsx';
import type { Opening } from '#src/domain/model/opening.ts';
import {
  cityChoices,
  companyChoices,
  type FilterChoice,
  typeChoices,
} from '#src/domain/rules/filter-openings.ts';
import {
  type Search,
  type SortOrder,
  searchAddress,
  withoutFilters,
} from '#src/domain/rules/search.ts';
import type { FoundOpenings } from '../find-openings.ts';
import { companyNameOf, employmentText } from '../formatters.ts';
import styles from './list-filters.module.css';

/** Cities outside of the popover of further ones; the list of all is limited, so that a page stays small. */
const shownCities = 5;
const moreId = 'filter-more-cities';
const maxCities = 200;

const sortLabels: Readonly<Record<SortOrder, string>> = {
  newest: 'Newest',
  closing: 'Closing soon',
  pay: 'Highest pay',
};

/** A link to a search; `id` finds the same link after the search, to restore the focus. */
interface ChipProps {
  readonly id: string;
  readonly search: Search;
  readonly pressed: boolean;
  /** Absent if it is not known. */
  readonly count?: number | undefined;
  readonly children: string;
}

/**
 * The filters of the list: links, so that they work without script. On wide screens all groups are visible; on
 * narrow ones each opens as a sheet (a native popover) from a button in a row.
 */
export function ListFilters({ outcome }: { outcome: FoundOpenings }) {
  const { search, unfiltered, all = [] } = outcome;
  if (all.length === 0 && unfiltered.length === 0) return null;
  return staticHtml(
    <nav className={styles.filters} aria-label="Filter openings">
      <CompanyGroup search={search} all={all} outcome={outcome} />
      <CityGroup search={search} openings={unfiltered} />
      <TypeGroup search={search} openings={unfiltered} />
      <Group name="sort" title="Sort" chosen={search.sort && sortLabels[search.sort]}>
        {Object.entries(sortLabels).map(([sort, label]) => (
          <Item key={sort}>
            <Chip
              id={`sort:${sort}`}
              search={toggled(search, 'sort', sort)}
              pressed={search.sort === sort}
            >
              {label}
            </Chip>
          </Item>
        ))}
      </Group>
    </nav>,
  );
}

/** The first page of the search with another value of a filter, or without it if it has this value. */
function toggled(search: Search, name: 'company_id' | 'city' | 'type' | 'sort', value: string) {
  const { page: _page, ...first } = search;
  // A company is never removed alone, because a text without a company is not searched for.
  if (name === 'company_id' && search.company_id === value)
    return { ...first, company_id: '', q: '' };
  if (name !== 'company_id' && search[name] === value) return without(search, name);
  return { ...first, [name]: value } as Search;
}

function without(search: Search, name: 'q' | 'city' | 'type' | 'sort'): Search {
  const { page: _page, [name]: _removed, ...rest } = search;
  return { q: '', ...rest };
}

/** A company is a search (section 5): its chip keeps the text, and has a count only without one. */
function CompanyGroup({
  search,
  all,
  outcome,
}: {
  search: Search;
  all: readonly Opening[];
  outcome: FoundOpenings;
}) {
  const companies = companyChoices(all, search);
  if (companies.length < 2) return null;
  const countOf = ({ value, count }: FilterChoice) => {
    if (search.q === '') return count;
    return value === search.company_id ? outcome.openings.length : undefined;
  };
  return (
    <Group name="company" title="Company" chosen={companyNameOf(outcome)}>
      {companies.map((company) => (
        <Item key={company.value}>
          <Chip
            id={`company:${company.value}`}
            search={toggled(search, 'company_id', company.value)}
            pressed={search.company_id === company.value}
            count={countOf(company)}
          >
            {company.label}
          </Chip>
        </Item>
      ))}
    </Group>
  );
}

function CityGroup({ search, openings }: { search: Search; openings: readonly Opening[] }) {
  const cities = withChosen(cityChoices(openings, search).slice(0, maxCities), search.city);
  if (cities.length < 2 && search.city === undefined) return null;
  const chip = (city: FilterChoice) => (
    <Item key={city.value}>
      <Chip
        id={`city:${city.value}`}
        search={toggled(search, 'city', city.value)}
        pressed={search.city === city.value}
        count={city.count}
      >
        {city.label}
      </Chip>
    </Item>
  );
  // The chosen city is always visible.
  const isShown = ({ value }: FilterChoice) =>
    value === search.city || cities.findIndex((city) => city.value === value) < shownCities;
  const more = cities.filter((city) => !isShown(city));
  return (
    <Group name="city" title="City" chosen={search.city}>
      {cities.filter(isShown).map(chip)}
      {more.length > 0 ? (
        <li>
          <button type="button" className={styles.more} popoverTarget={moreId}>
            {more.length} more {more.length === 1 ? 'city' : 'cities'}
          </button>
          <div id={moreId} popover="auto" className={`bottom-sheet ${styles.dialog}`}>
            <Chips id={moreId} title="More cities">
              {more.map(chip)}
            </Chips>
          </div>
        </li>
      ) : null}
    </Group>
  );
}

function TypeGroup({ search, openings }: { search: Search; openings: readonly Opening[] }) {
  const types = withChosen(typeChoices(openings, search), search.type);
  if (types.length < 2 && search.type === undefined) return null;
  return (
    <Group
      name="type"
      title="Type"
      chosen={search.type === undefined ? undefined : employmentText(search.type)}
    >
      {types.map(({ value, count }) => (
        <Item key={value}>
          <Chip
            id={`type:${value}`}
            search={toggled(search, 'type', value)}
            pressed={search.type?.toLowerCase() === value.toLowerCase()}
            count={count}
          >
            {employmentText(value)}
          </Chip>
        </Item>
      ))}
    </Group>
  );
}

/** The choices with the chosen one, which no opening of the search may have. */
function withChosen(
  choices: readonly FilterChoice[],
  chosen: string | undefined,
): readonly FilterChoice[] {
  const has = choices.some(({ value }) => value.toLowerCase() === chosen?.toLowerCase());
  return chosen === undefined || has
    ? choices
    : [{ value: chosen, label: chosen, count: 0 }, ...choices];
}

function Group({
  name,
  title,
  chosen,
  children,
}: {
  name: string;
  title: string;
  chosen: string | undefined;
  children: ReactNode;
}) {
  const id = `filter-${name}`;
  return (
    <div className={styles.group}>
      <button
        type="button"
        className={styles.opener}
        popoverTarget={id}
        data-chosen={chosen === undefined ? undefined : ''}
      >
        <span>
          {chosen === undefined ? title : <VisuallyHidden>{title}: </VisuallyHidden>}
          {chosen}
        </span>
        <Icon name="chevron-down" />
      </button>
      <div id={id} popover="auto" className={`bottom-sheet ${styles.sheet}`}>
        <Chips id={id} title={title}>
          {children}
        </Chips>
      </div>
    </div>
  );
}

/** The content of a popover: title, button to close it, chips. */
function Chips({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <>
      <div className={styles.top}>
        <p id={`${id}-title`} className={styles.title}>
          {title}
        </p>
        <button
          type="button"
          className={styles.close}
          popoverTarget={id}
          popoverTargetAction="hide"
        >
          <Icon name="close" />
          <VisuallyHidden>Close</VisuallyHidden>
        </button>
      </div>
      <ul className={styles.chips} aria-labelledby={`${id}-title`}>
        {children}
      </ul>
    </>
  );
}

const Item = ({ children }: { children: ReactNode }) => <li className={styles.item}>{children}</li>;

function Chip({ id, search, pressed, count, children }: ChipProps) {
  const content = (
    <>
      {children}
      {count === undefined ? null : (
        <span className={styles.count}>
          {count.toLocaleString(siteConfig.region.locale)}
          <VisuallyHidden>{count === 1 ? ' opening' : ' openings'}</VisuallyHidden>
        </span>
      )}
    </>
  );
  if (count === 0 && !pressed) return <span className={styles.chip}>{content}</span>;
  return (
    <a
      className={styles.chip}
      href={`${searchAddress(search)}#openings`}
      data-search={id}
      aria-current={pressed ? true : undefined}
    >
      {content}
    </a>
  );
}

/** What narrows the list, each with a link that removes it. */
export function AppliedFilters({ outcome }: { outcome: FoundOpenings }) {
  const { search } = outcome;
  const { company_id, q, city, type } = search;
  const company = companyNameOf(outcome);
  const applied: readonly (readonly [string, Search])[] = [
    ...(company_id !== '' && q !== '' ? [[`“${q}”`, without(search, 'q')] as const] : []),
    ...(company_id !== ''
      ? [[company ?? 'Company', toggled(search, 'company_id', company_id)] as const]
      : []),
    ...(city !== undefined ? [[city, without(search, 'city')] as const] : []),
    ...(type !== undefined ? [[employmentText(type), without(search, 'type')] as const] : []),
  ];
  if (applied.length === 0) return null;
  return staticHtml(
    <ul className={styles.applied} aria-label="Applied filters">
      {applied.map(([label, rest]) => (
        <li key={label} className={styles.item}>
          <a
            className={styles.remove}
            href={`${searchAddress(rest)}#openings`}
            data-search={`remove:${label}`}
          >
            <VisuallyHidden>Remove </VisuallyHidden>
            {label}
            <Icon name="close" />
          </a>
        </li>
      ))}
      <li>
        <a
          className={styles.clear}
          href={`${searchAddress(withoutFilters(search))}#openings`}
          data-search="clear"
        >
          Clear all
        </a>
      </li>
    </ul>,
  );
}
