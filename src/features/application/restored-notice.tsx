import { Icon } from '#src/components/icon/icon.tsx';
import styles from './application-form.module.css';
import { applicationMessages } from './messages.ts';

/** States that the form shows again what it showed before a reload. Its line is always there, so that no field moves. */
export function RestoredNotice({ restored }: { restored: boolean }) {
  return (
    <p className={styles.restored} role="status">
      {restored ? (
        <>
          <Icon name="check-circle" /> {applicationMessages.draftRestored}
        </>
      ) : null}
    </p>
  );
}
