'use client';

import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { texts } from '#language';
import styles from './error-summary.module.css';

export type SummaryError = {
  /** The id of the control (see fieldId); undefined if the error is not about one field. */
  id?: string | undefined;
  message: string;
};

/**
 * The summary receives the focus whenever `focusOn` is a new object, so callers must not create it during render.
 * Without JavaScript the autofocus attribute sets the focus.
 */
export function ErrorSummary({
  title = texts().form.problem,
  intro,
  errors,
  focusOn = errors,
  tone = 'error',
}: {
  title?: string;
  intro?: ReactNode;
  errors: readonly SummaryError[];
  focusOn?: object;
  /** `info`: the sent data has arrived, but something else is missing. */
  tone?: 'error' | 'info';
}) {
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!focusOn) return;
    box.current?.focus();
    // If the box is higher than the screen, focus() may scroll past its title.
    box.current?.querySelector('h2')?.scrollIntoView({ block: 'nearest' });
  }, [focusOn]);

  if (errors.length === 0) return null;
  return (
    <div
      ref={box}
      className={styles.summary}
      role={tone === 'error' ? 'alert' : 'status'}
      data-tone={tone === 'info' ? tone : undefined}
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: people must hear that the form was not sent.
      autoFocus
    >
      <h2 className={styles.title}>{title}</h2>
      {intro ? <p>{intro}</p> : null}
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

/** Scrolls to the label and focuses the control, because a fragment link would only scroll. */
function goToField(event: MouseEvent<HTMLAnchorElement>) {
  const control = document.getElementById(event.currentTarget.hash.slice(1));
  if (!control) return;
  event.preventDefault();
  const label = document.querySelector(`label[for="${CSS.escape(control.id)}"]`);
  (label ?? control).scrollIntoView({ block: 'start' });
  control.focus({ preventScroll: true });
}
