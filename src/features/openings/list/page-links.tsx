import { siteConfig } from '#src/config/site.ts';
import { type Search, searchAddress } from '#src/domain/rules/search.ts';
import { pageNumbers } from '../search/search-address.ts';
import styles from './page-links.module.css';

/** Links to the pages of a long list. They are ordinary links, so they work without script. */
export function PageLinks({
  search,
  page,
  pages,
}: {
  search: Search;
  page: number;
  pages: number;
}) {
  const address = (to: number) => `${searchAddress({ ...search, page: to })}#openings`;
  return (
    <nav className={styles.pages} aria-label="Pages of openings">
      {page > 1 ? (
        <a className={styles.link} rel="prev" href={address(page - 1)} data-search="">
          Previous
        </a>
      ) : null}
      <ol className={styles.numbers}>
        {pageNumbers(page, pages).map((number, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two gaps have no other key
          <li key={index}>
            {number === undefined ? (
              <span className={styles.gap}>…</span>
            ) : (
              <a
                className={styles.link}
                href={address(number)}
                data-search=""
                aria-label={`Page ${number}`}
                aria-current={number === page ? 'page' : undefined}
              >
                {number.toLocaleString(siteConfig.region.locale)}
              </a>
            )}
          </li>
        ))}
      </ol>
      {page < pages ? (
        <a className={styles.link} rel="next" href={address(page + 1)} data-search="">
          Next
        </a>
      ) : null}
    </nav>
  );
}
