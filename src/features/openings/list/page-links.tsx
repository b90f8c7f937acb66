import { texts } from '#language';
import { pageNumbers, type Search } from '#src/domain/catalogue/search-parameters.ts';
import { fill, formatNumber } from '#src/language/format.ts';
import { listLink } from './list-link.ts';
import styles from './page-links.module.css';

/** Ordinary links to the pages of a long list, so that they work without script. */
export function PageLinks({
  search,
  page,
  pages,
}: {
  search: Search;
  page: number;
  pages: number;
}) {
  const link = (to: number, rel?: 'prev' | 'next') => listLink({ ...search, page: to }, '', rel);
  const { list } = texts().openings;
  return (
    <nav className={styles.pages} aria-label={list.pages}>
      {page > 1 ? (
        <a className={styles.link} {...link(page - 1, 'prev')}>
          {list.previous}
        </a>
      ) : null}
      <ol className={styles.numbers}>
        {pageNumbers(page, pages).map((number, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two gaps have no other key
          <li key={index}>
            {number === undefined ? (
              <span className={styles.gap}>…</span>
            ) : (
              // biome-ignore lint/a11y/useAriaPropsSupportedByRole: `link` returns the href
              <a
                className={styles.link}
                {...link(number)}
                aria-label={fill(list.page, { page: number })}
                aria-current={number === page ? 'page' : undefined}
              >
                {formatNumber(number)}
              </a>
            )}
          </li>
        ))}
      </ol>
      {page < pages ? (
        <a className={styles.link} {...link(page + 1, 'next')}>
          {list.next}
        </a>
      ) : null}
    </nav>
  );
}
