import type { ReactNode } from 'react';
import { myApplicationHref } from '#src/addresses.ts';
import { ResultAlert } from '#src/components/alert/result-alert.client.tsx';
import { Button } from '#src/components/button/button.tsx';
import { EmailLink } from '#src/components/contact-details/contact-details.tsx';
import { Icon } from '#src/components/icon/icon.tsx';
import { applicantsContact } from '#src/config/companies.ts';
import type { LinkedApplication } from '#src/domain/model/linked-application.ts';
import { sanitizeLetter } from '#src/html/sanitizer.ts';
import { fillElements, langOf } from '#src/language/format.ts';
import { texts } from '#src/language/server.ts';
import { type ConfirmedAction, confirmed, worksUntil } from './link-actions.ts';
import styles from './my-application.module.css';

const Disclosure = ({
  title,
  isOpen = false,
  children,
}: {
  title: string;
  isOpen?: boolean;
  children: ReactNode;
}) => (
  <details open={isOpen}>
    <summary>
      <span>{title}</span>
      <Icon name="plus" />
    </summary>
    {children}
  </details>
);

export function Letter({ html }: { html: string }) {
  const clean = sanitizeLetter(html);
  if (clean === '') return null;
  return (
    <Disclosure title={texts().myApplication.letter}>
      <div
        className={`prose ${styles.content}`}
        dir="auto"
        data-plain={clean.includes('<') ? undefined : true}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized above
        dangerouslySetInnerHTML={{ __html: clean }}
      />
    </Disclosure>
  );
}

export function Answers({
  linked: { application, questions, opening_language },
}: {
  linked: LinkedApplication;
}) {
  const answers = Object.entries(application.answers);
  if (answers.length === 0) return null;
  const text = texts().myApplication;
  const questionTexts = new Map(questions.map(({ id, question }) => [id, question]));
  return (
    <Disclosure title={text.answers}>
      <dl className={`${styles.content} ${styles.answers}`}>
        {answers.map(([id, answer]) => (
          <div key={id}>
            <dt className="note" lang={langOf(opening_language)}>
              {questionTexts.get(id)}
            </dt>
            <dd dir="auto">{answer === '' ? text.noAnswer : answer}</dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}

/** Renders an action that cannot be undone: the form is folded, and is sent only with its checkbox checked. */
export function ConfirmedForm({
  token,
  action,
  linked,
  isUnconfirmed,
}: {
  token: string;
  action: ConfirmedAction;
  linked: LinkedApplication;
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
        // The page itself says, in its language, that the checkbox is missing.
        noValidate
      >
        <input type="hidden" name={worksUntil} value={linked.expires_at} />
        <p>
          {fillElements(labels.text, {
            email: <EmailLink email={applicantsContact(linked.company_name)} />,
          })}
        </p>
        {isUnconfirmed ? (
          <div id={errorId}>
            <ResultAlert tone="error">{notConfirmed}</ResultAlert>
          </div>
        ) : null}
        <label className="check">
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
