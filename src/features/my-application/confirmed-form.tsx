import type { ReactNode } from 'react';
import { myApplicationHref } from '#src/addresses.ts';
import { ResultAlert } from '#src/components/alert/result-alert.client.tsx';
import { Button } from '#src/components/button/button.tsx';
import { texts } from '#src/language/server.ts';
import { Disclosure } from './disclosure.tsx';
import { type ConfirmedAction, confirmed, worksUntil } from './link-actions.ts';
import styles from './my-application.module.css';

/** Renders an action that cannot be undone: the form is folded, and is sent only with its checkbox checked. */
export function ConfirmedForm({
  token,
  action,
  text,
  expiresAt,
  isUnconfirmed,
}: {
  token: string;
  action: ConfirmedAction;
  text: ReactNode;
  /** The end of the link. */
  expiresAt: string;
  isUnconfirmed: boolean;
}) {
  const { [action]: labels, notConfirmed } = texts().myApplication;
  const errorId = `${action}-error`;
  return (
    <Disclosure title={labels.title} isOpen={isUnconfirmed}>
      <form
        className={styles.confirmed}
        method="post"
        action={`${myApplicationHref(token)}/${action}`}
      >
        <input type="hidden" name={worksUntil} value={expiresAt} />
        <p>{text}</p>
        {isUnconfirmed ? (
          <div id={errorId}>
            <ResultAlert tone="error">{notConfirmed}</ResultAlert>
          </div>
        ) : null}
        <label className={styles.check}>
          <input
            type="checkbox"
            name={action}
            value={confirmed}
            required
            aria-invalid={isUnconfirmed || undefined}
            aria-describedby={isUnconfirmed ? errorId : undefined}
          />
          <span>{labels.check}</span>
        </label>
        <Button type="submit" variant="secondary" className={styles.quiet}>
          {labels.button}
        </Button>
      </form>
    </Disclosure>
  );
}
