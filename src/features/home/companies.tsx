import { Plate } from '#src/components/plate/plate.tsx';
import { Section } from '#src/components/section/section.tsx';
import { siteConfig } from '#src/config/site.ts';
import styles from './companies.module.css';

/** The houses of the group, a plate each. */
export function Companies() {
  const { houses } = siteConfig;
  return (
    <Section id="houses" title={houses.title} className={styles.houses}>
      <ul className={styles.list}>
        {houses.items.map((house) => (
          <li key={house.name} className={styles.house}>
            <Plate plate={house.plate} pictures={[house.picture]} className={styles.plate} />
            <div>
              <h3>{house.name}</h3>
              <p className={styles.kind}>{house.kind}</p>
              <p>{house.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
