import type { ReactNode } from 'react';
import { ResultAlert } from '#src/components/alert/result-alert.client.tsx';
import { Button } from '#src/components/button/button.tsx';
import { actionPath, type ConfirmedAction, confirmed } from './action-result.ts';
import { Disclosure } from './disclosure.tsx';
import { messages } from './messages.ts';
import styles from './my-application.module.css';

/** Renders an action that cannot be undone: the form is folded, and is sent only with its checkbox checked. */
export function ConfirmedForm({
  token,
  action,
  title,
  text,
  check,
  button,
  isUnconfirmed,
}: {
  token: string;
  action: ConfirmedAction;
  title: string;
  text: ReactNode;
  check: string;
  button: string;
  isUnconfirmed: boolean;
}) {
  const errorId = `${action}-error`;
  return (
    <Disclosure title={title} isOpen={isUnconfirmed}>
      <form className={styles.confirmed} method="post" action={actionPath(token, action)}>
        <p>{text}</p>
        {isUnconfirmed ? (
          <div id={errorId}>
            <ResultAlert tone="error">{messages.notConfirmed}</ResultAlert>
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
          <span>{check}</span>
        </label>
        <Button type="submit" variant="secondary" className={styles.quiet}>
          {button}
        </Button>
      </form>
    </Disclosure>
  );
}
