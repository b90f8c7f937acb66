import type { Opening } from '#src/domain/model/opening.ts';
import { openingPath } from '#src/domain/rules/addresses.ts';
import { similarOpenings } from '#src/domain/rules/similar-openings.ts';
import { citiesText } from '../formatters.ts';
import styles from './similar-openings.module.css';

/** The number of similar openings below an opening. */
const shown = 3;

/** Links to the openings that are similar to `opening`; nothing if there are none. */
export function SimilarOpenings({
  opening,
  openings,
}: {
  opening: Opening;
  openings: readonly Opening[];
}) {
  const similar = similarOpenings(opening, openings, shown);
  if (similar.length === 0) return null;
  return (
    <section
      className={`side-heading ${styles.similar}`}
      aria-labelledby="similar-title"
      data-print="no"
    >
      <h2 id="similar-title">Similar openings</h2>
      <ul className={styles.list}>
        {similar.map(({ id, role_name, company_name, locations }) => (
          <li key={id}>
            <a href={openingPath(id)}>{role_name}</a>
            <p>{[company_name, citiesText(locations)].filter(Boolean).join(', ')}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
