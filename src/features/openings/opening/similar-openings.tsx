import { texts } from '#language';
import { openingHref } from '#src/addresses.ts';
import type { Catalogue } from '#src/domain/catalogue/catalogue.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { langOf } from '#src/language/format.ts';
import { factsOf } from '#src/language/opening-facts.ts';
import { findSimilar } from '../data/find-opening.ts';
import styles from './similar-openings.module.css';

const maxSimilar = 3;

export async function SimilarOpenings({
  opening,
  catalogue,
}: {
  opening: Opening;
  catalogue: Catalogue | undefined;
}) {
  const similar = await findSimilar(catalogue, opening, maxSimilar, 'byRole');
  if (similar.length === 0) return null;
  return (
    <section
      className={`side-heading ${styles.similar}`}
      aria-labelledby="similar-title"
      data-print="no"
    >
      <h2 id="similar-title">{texts().openings.list.similar}</h2>
      <ul className={styles.list}>
        {similar.map((one) => (
          <li key={one.id}>
            <a href={openingHref(one.id)} lang={langOf(one.language)} dir="auto">
              {one.role_name}
            </a>
            <p>{factsOf(one, ['company', 'place']).join(', ')}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
