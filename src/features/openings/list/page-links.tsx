import { siteConfig } from '#src/config/site.ts';
import { pageNumbers, type Search } from '#src/domain/rules/search-parameters.ts';
import { listLink } from './list-link.ts';
import styles from './page-links.module.css';

/** These are ordinary links to the pages of a long list, so they work without script. */
export function PageLinks({
  search,
  page,
  pages,
}: {
  search: Search;
  page: number;
  pages: number;
}) {
  const link = (to: number, rel?: 'prev' | 'next') =>
    listLink({ ...search, page: to }, ['page'], rel);
  return (
    <nav className={styles.pages} aria-label="Pages of openings">
      {page > 1 ? (
        <a className={styles.link} {...link(page - 1, 'prev')}>
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
                {...link(number)}
                href={link(number).href}
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
        <a className={styles.link} {...link(page + 1, 'next')}>
          Next
        </a>
      ) : null}
    </nav>
  );
}
