import styles from './paragraphs.module.css';

export function Paragraphs({ paragraphs }: { paragraphs: readonly string[] }) {
  return (
    <div className={styles.paragraphs}>
      {paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}
