import { spamCheckFields } from '#src/domain/rules/spam-check.ts';
import styles from './field.module.css';

/** A field that people can neither see nor focus; see domain/rules/spam-check.ts. */
export function Honeypot() {
  return (
    <div className={styles.honeypot} aria-hidden="true">
      <label>
        Leave this empty
        <input name={spamCheckFields.honeypot} tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  );
}
