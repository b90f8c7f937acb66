'use client';

import { type MouseEvent, useEffect, useRef } from 'react';
import styles from './error-summary.module.css';

export type SummaryError = {
  /** The id of the control to go to (see fieldId); none where the error is about no one field. */
  id?: string | undefined;
  message: string;
};

/**
 * What is wrong with a form, above it, each sentence a link to its field. Takes focus whenever it
 * gets a new list, so pass the list as it came from the action, not one made anew on each render.
 * Without JavaScript the browser's own autofocus does it.
 */
export function ErrorSummary({
  title = 'There is a problem',
  errors,
}: {
  title?: string;
  errors: readonly SummaryError[];
}) {
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (errors.length > 0) box.current?.focus();
  }, [errors]);

  if (errors.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: people must hear that the form was not sent.
    <div ref={box} className={styles.summary} role="alert" tabIndex={-1} autoFocus>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.list}>
        {errors.map(({ id, message }) => (
          <li key={`${id} ${message}`}>
            {id === undefined ? (
              message
            ) : (
              <a href={`#${id}`} onClick={goToField}>
                {message}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A fragment link only scrolls; here the label comes into view and the control takes focus. */
function goToField(event: MouseEvent<HTMLAnchorElement>) {
  const control = document.getElementById(event.currentTarget.hash.slice(1));
  if (!control) return;
  event.preventDefault();
  const label = document.querySelector(`label[for="${CSS.escape(control.id)}"]`);
  (label ?? control).scrollIntoView({ block: 'start' });
  control.focus({ preventScroll: true });
}
