import { texts } from '#language';
import { spamCheckFields } from '#src/domain/rules/spam-check.ts';
import styles from './field.module.css';

/** 1Password, LastPass, Bitwarden and Dashlane fill no control with these attributes. */
const ignoredByPasswordManagers = {
  'data-1p-ignore': '',
  'data-lpignore': 'true',
  'data-bwignore': '',
  'data-form-type': 'other',
};

/** People can neither see nor focus this field; see domain/rules/spam-check.ts. */
export function Honeypot({ filledBefore }: { filledBefore: boolean }) {
  return (
    <div className={styles.honeypot} aria-hidden="true">
      <label>
        {texts().form.leaveEmpty}
        <input
          name={spamCheckFields.honeypot}
          tabIndex={-1}
          autoComplete="off"
          defaultValue=""
          {...ignoredByPasswordManagers}
        />
      </label>
      {filledBefore ? <input type="hidden" name={spamCheckFields.filledBefore} value="1" /> : null}
    </div>
  );
}
