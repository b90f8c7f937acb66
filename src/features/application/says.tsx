import styles from './apply-form.module.css';

/** Sentences, a paragraph each. */
export function Says({ says }: { says: readonly string[] }) {
  return (
    <div className={styles.says}>
      {says.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}
