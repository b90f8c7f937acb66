import { texts } from '#language';
import { alertsHref } from '#src/addresses.ts';
import { type Search, searchQuery } from '#src/domain/catalogue/search-parameters.ts';

/** Leads to the form for mails about the new openings of a search. */
export function AlertLink({ search }: { search: Search }) {
  const { alertLike, alertAll } = texts().openings.list;
  return (
    <a href={alertsHref(search)} rel="nofollow">
      {searchQuery(search, 'alert') === '' ? alertAll : alertLike}
    </a>
  );
}
