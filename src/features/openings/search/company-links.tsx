import type { Search } from '#src/domain/catalogue/search-parameters.ts';
import { listLink } from '../list/list-link.ts';
import styles from './company-links.module.css';
import type { CompanyOption } from './company-options.ts';

/** Offers the companies for a text without a company (section 5). The links keep the text. */
export function CompanyLinks({
  search,
  companies,
}: {
  search: Search;
  companies: readonly CompanyOption[];
}) {
  if (companies.length === 0) return null;
  return (
    <ul className={styles.companies}>
      {companies.map(({ value, label, count }) => (
        <li key={value}>
          <a
            className={styles.company}
            {...listLink({ ...search, company_id: value }, ['company_id'])}
            data-choice={`company_id:${value}`}
          >
            <span>{label}</span>
            {count === undefined ? null : <span className={styles.count}>{count}</span>}
          </a>
        </li>
      ))}
    </ul>
  );
}
