import { texts } from '#language';
import { openingHref } from '#src/addresses.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { similarOpenings } from '#src/domain/rules/resembling-openings.ts';
import { langOf } from '#src/language/format.ts';
import { placesText } from '../formatters.ts';
import styles from './similar-openings.module.css';

const maxSimilar = 3;

/**
 * In a list of 20,000 the search takes some 100 ms; an unchanged opening and an unchanged list are the same objects.
 */
const found = new WeakMap<
  Opening,
  { readonly openings: readonly Opening[]; readonly similar: Promise<readonly Opening[]> }
>();

function findSimilar(opening: Opening, openings: readonly Opening[]): Promise<readonly Opening[]> {
  const known = found.get(opening);
  if (known?.openings === openings) return known.similar;
  const similar = similarOpenings(opening, openings, maxSimilar);
  found.set(opening, { openings, similar });
  return similar;
}

export async function SimilarOpenings({
  opening,
  openings,
}: {
  opening: Opening;
  openings: readonly Opening[];
}) {
  const similar = await findSimilar(opening, openings);
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
            <a href={openingHref(one.id)} lang={langOf(one.language)}>
              {one.role_name}
            </a>
            <p>{[one.company_name, placesText(one)].filter(Boolean).join(', ')}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
