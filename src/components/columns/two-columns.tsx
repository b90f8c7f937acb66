import type { ReactNode } from 'react';
import styles from './two-columns.module.css';

/** Two sections side by side where there is room, one above the other where there is not. */
export function TwoColumns({ children }: { children: ReactNode }) {
  return <div className={`wrap ${styles.columns}`}>{children}</div>;
}
