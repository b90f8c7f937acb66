import styles from './brand.module.css';

/** The company's name as its mark; without `href` it is only seen, where the link has been read already. */
export function BrandMark({ name, href }: { name: string; href?: string }) {
  if (href === undefined)
    return (
      <span className={styles.mark} aria-hidden="true">
        {name}
      </span>
    );
  return (
    <a className={styles.mark} href={href}>
      {name}
    </a>
  );
}
