import type { ReactNode } from 'react';
import styles from './facts.module.css';

export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className={styles.facts}>{children}</dl>
);

export function Fact({
  name,
  reference,
  children,
}: {
  name: string;
  /** The value stays on one line, because people read it out and copy it. */
  reference?: true;
  children: ReactNode;
}) {
  if (!children) return null;
  return (
    <div className={styles.fact} data-reference={reference}>
      <dt className="note">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
