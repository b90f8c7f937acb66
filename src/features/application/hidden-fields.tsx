import { VisuallyHidden } from '#src/components/visually-hidden/visually-hidden.tsx';
import styles from './apply-form.module.css';
import { formNames } from './form-names.ts';

/** What the form carries besides its fields. The trap is out of sight, out of the tab order and unread. */
export function HiddenFields({ openingId }: { openingId: string }) {
  return (
    <>
      <input type="hidden" name={formNames.opening} value={openingId} />
      <VisuallyHidden>
        <span aria-hidden="true">
          <label>
            Leave this empty
            <input name={formNames.trap} tabIndex={-1} autoComplete="off" defaultValue="" />
          </label>
        </span>
      </VisuallyHidden>
    </>
  );
}

/** Without JavaScript the page cannot ask by itself whether documents are still missing. */
export function ResumeWithoutScript() {
  return (
    <noscript>
      <p className={styles.note}>
        Already sent, and documents still missing?{' '}
        <button className={styles.link} type="submit" name={formNames.intent} value="resume">
          Go on with your documents
        </button>
      </p>
    </noscript>
  );
}
