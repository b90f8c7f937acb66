import type { ReactNode } from 'react';
import { alertsHref, listHref } from '#src/addresses.ts';
import { ResultAlert } from '#src/components/alert/result-alert.client.tsx';
import { Button, ButtonLink } from '#src/components/button/button.tsx';
import { PageHead } from '#src/components/page-head/page-head.tsx';
import type { Alert } from '#src/domain/api/alerts.ts';
import { allOpenings, type Search } from '#src/domain/catalogue/search-parameters.ts';
import { dayMs } from '#src/domain/model/limits.ts';
import { fillElements } from '#src/language/format.ts';
import { formatDate } from '#src/language/format-date.ts';
import { texts } from '#src/language/server.ts';
import { type AlertAction, type AlertActionResult, actionPath } from './alert-actions.ts';
import styles from './alerts.module.css';
import { AlertsHead, alertsTitle } from './alerts.tsx';

/** An alert that ends within this time can be extended. */
const renewableMs = 30 * dayMs;

/** Renders the state of an alert and what can be done with it; `result` is that of the last action. */
export function AlertPage({
  token,
  alert,
  words,
  result,
}: {
  token: string;
  alert: Alert;
  /** The search in words (`findAlert`). */
  words: string;
  result: AlertActionResult | undefined;
}) {
  const text = texts().alert;
  const { state, search, ends_at } = alert;
  const day = <time dateTime={ends_at}>{formatDate(ends_at)}</time>;
  const endsSoon = Date.parse(ends_at) - Date.now() < renewableMs;
  const shown = confirmedResult(result, state);
  return (
    <>
      <AlertsHead words={words} />
      <div className={styles.page}>
        {shown ? (
          <ResultAlert tone={shown === 'unchanged' ? 'error' : 'success'}>
            {shown === 'ended' ? text.stopped : text[shown]}
          </ResultAlert>
        ) : null}
        <p>{state === 'pending' ? text.pending : fillElements(text[state], { day })}</p>
        <div className={styles.actions}>
          {state === 'pending' ? (
            <ActionForm token={token} action="confirm" search={search}>
              {text.confirm}
            </ActionForm>
          ) : null}
          {state === 'ended' || (state === 'active' && endsSoon) ? (
            <ActionForm token={token} action="renew" search={search}>
              {text.renew}
            </ActionForm>
          ) : null}
          {state === 'active' ? (
            <ActionForm token={token} action="end" search={search}>
              {text.end}
            </ActionForm>
          ) : null}
        </div>
        {state === 'pending' ? (
          <p className="note">{fillElements(text.pendingEnd, { day })}</p>
        ) : null}
        <ToOpenings search={search} />
      </div>
    </>
  );
}

/** The state has to agree with the result: anybody can write a result into the address. */
function confirmedResult(
  result: AlertActionResult | undefined,
  state: Alert['state'],
): AlertActionResult | undefined {
  if (result === undefined || result === 'unchanged') return result;
  return (result === 'ended') === (state === 'ended') && state !== 'pending' ? result : undefined;
}

const ActionForm = ({
  token,
  action,
  search,
  children,
}: {
  token: string;
  action: AlertAction;
  search: Search;
  children: ReactNode;
}) => (
  <form method="post" action={actionPath(token, action, search)}>
    <Button type="submit" variant={action === 'end' ? 'secondary' : 'primary'}>
      {children}
    </Button>
  </form>
);

/** The link has ended or never existed, or the person has just stopped the mails. */
export function UnknownAlert({
  search,
  result,
  isOffered,
}: {
  /** The search of the alert that has just ended. */
  search: Search;
  result: AlertActionResult | undefined;
  isOffered: boolean;
}) {
  const { alert: text, alerts } = texts();
  const isEnded = result === 'ended';
  return (
    <>
      <PageHead
        compact
        eyebrow={alerts.title}
        title={isEnded ? text.stoppedTitle : text.unknown.title}
      >
        {isEnded ? null : <p>{text.unknown.text}</p>}
      </PageHead>
      <div className={styles.page}>
        {isEnded ? <ResultAlert tone="success">{text.stopped}</ResultAlert> : null}
        {isOffered ? (
          <p>
            <a href={alertsHref(search)}>{text.again}</a>
          </p>
        ) : null}
        <ToOpenings search={search} />
      </div>
    </>
  );
}

/** An old link to the form leads here although the API host offers no alerts. The route sends the status 404. */
export function AlertsNotOffered({ search }: { search: Search }) {
  const { alert: text, alerts } = texts();
  return (
    <>
      <title>{alertsTitle()}</title>
      <PageHead compact eyebrow={alerts.title} title={text.notOffered.title}>
        <p>{text.notOffered.text}</p>
      </PageHead>
      <div className={styles.page}>
        <ToOpenings search={search} />
      </div>
    </>
  );
}

/** The page shows this in place of the alert while the API host does not respond. */
export function AlertUnavailable({ result }: { result: AlertActionResult | undefined }) {
  const { alert: text, alerts, myApplication } = texts();
  return (
    <>
      <PageHead compact eyebrow={alerts.title} title={myApplication.tryLater} />
      <div className={styles.page}>
        <ResultAlert tone="error">
          {result === 'unchanged' ? text.unchanged : text.unavailable}
        </ResultAlert>
        <ToOpenings search={allOpenings} />
      </div>
    </>
  );
}

const ToOpenings = ({ search }: { search: Search }) => (
  <p>
    <ButtonLink variant="secondary" href={listHref(search)}>
      {texts().myApplication.toOpenings}
    </ButtonLink>
  </p>
);
