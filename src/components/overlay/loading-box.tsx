import styles from './overlay.module.css';

export function LoadingBox({ message }: { message: string }) {
  return (
    <div className={styles.box}>
      <span className={styles.spinner} aria-hidden="true" />
      <p role="status">{message}</p>
    </div>
  );
}
