import styles from './brand.module.css';

/** The company's name as its mark. */
export function BrandMark({ name, href }: { name: string; href: string }) {
  return (
    <a className={styles.mark} href={href}>
      {name}
    </a>
  );
}
