import { alertHref, alertsHref, listHref, withQuery } from '#src/addresses.ts';
import { apiClient } from '#src/api-client/api-client.ts';
import { ResultAlert } from '#src/components/alert/result-alert.client.tsx';
import { Button } from '#src/components/button/button.tsx';
import { LinkContent, LinkMessage } from '#src/components/link-page/link-page.tsx';
import type { LinkedAlert } from '#src/domain/api/alerts.ts';
import { type Search, searchQuery } from '#src/domain/catalogue/search-parameters.ts';
import { dayMs } from '#src/domain/model/limits.ts';
import { fillElements } from '#src/language/format.ts';
import { formatDate } from '#src/language/format-date.ts';
import { texts } from '#src/language/server.ts';
import styles from './alerts.module.css';
import { AlertsHead, alertsTitle } from './alerts.tsx';
import type { AlertActionResult } from './find-alert.ts';

/** An alert that ends within this time can be extended. */
const renewableMs = 30 * dayMs;

/** Renders the state of an alert and what can be done with it; `result` is that of the last action. */
export function AlertPage({
  token,
  alert: { state, search, ends_at },
  words,
  result,
}: {
  token: string;
  alert: LinkedAlert;
  /** The search in words (`findAlert`). */
  words: string;
  result: AlertActionResult | undefined;
}) {
  const text = texts().alert;
  const day = <time dateTime={ends_at}>{formatDate(ends_at)}</time>;
  const endsSoon = Date.parse(ends_at) - Date.now() < renewableMs;
  const isPending = state === 'pending';
  const shown = confirmedResult(result, state);
  /** After the end nobody can read the search, so the address of each form has it, and that of the page after it. */
  const form = (action: 'confirm' | 'renew' | 'end') => (
    <form
      method="post"
      action={withQuery(`${alertHref(token)}/${action}`, searchQuery(search, 'alert'))}
    >
      <Button type="submit" variant={action === 'end' ? 'secondary' : 'primary'}>
        {text[action]}
      </Button>
    </form>
  );
  return (
    <>
      <AlertsHead words={words} />
      <LinkContent openings={listHref(search)}>
        {shown ? (
          <ResultAlert tone={shown === 'unchanged' ? 'error' : 'success'}>
            {shown === 'ended' ? text.stopped : text[shown]}
          </ResultAlert>
        ) : null}
        <p>{isPending ? text.pending : fillElements(text[state], { day })}</p>
        <div className={styles.actions}>
          {isPending ? form('confirm') : null}
          {state === 'ended' || (state === 'active' && endsSoon) ? form('renew') : null}
          {state === 'active' ? form('end') : null}
        </div>
        {isPending ? <p className="note">{fillElements(text.pendingEnd, { day })}</p> : null}
      </LinkContent>
    </>
  );
}

/** The state has to agree with the result: anybody can write a result into the address. */
function confirmedResult(
  result: AlertActionResult | undefined,
  state: LinkedAlert['state'],
): AlertActionResult | undefined {
  if (result === undefined || result === 'unchanged') return result;
  return (result === 'ended') === (state === 'ended') && state !== 'pending' ? result : undefined;
}

/** The link has ended or never existed, or the person has just stopped the mails. */
export async function UnknownAlert({
  search,
  result,
}: {
  /** The search of the alert that has just ended. */
  search: Search;
  result: AlertActionResult | undefined;
}) {
  const { alert: text, alerts } = texts();
  const isEnded = result === 'ended';
  return (
    <LinkMessage
      eyebrow={alerts.title}
      title={isEnded ? text.stoppedTitle : text.unknown.title}
      text={isEnded ? null : text.unknown.text}
      openings={listHref(search)}
    >
      {isEnded ? <ResultAlert tone="success">{text.stopped}</ResultAlert> : null}
      {(await apiClient().offersAlerts()) ? (
        <p>
          <a href={alertsHref(search)}>{text.again}</a>
        </p>
      ) : null}
    </LinkMessage>
  );
}

/** An old link to the form leads here although the API host offers no alerts. The route sends the status 404. */
export function AlertsNotOffered({ search }: { search: Search }) {
  const { alert: text, alerts } = texts();
  return (
    <>
      <title>{alertsTitle()}</title>
      <LinkMessage eyebrow={alerts.title} {...text.notOffered} openings={listHref(search)} />
    </>
  );
}

/** The page shows this in place of the alert while the API host does not respond. */
export function AlertUnavailable({ result }: { result: AlertActionResult | undefined }) {
  const { alert: text, alerts, myApplication } = texts();
  return (
    <LinkMessage eyebrow={alerts.title} title={myApplication.tryLater}>
      <ResultAlert tone="error">
        {result === 'unchanged' ? text.unchanged : text.unavailable}
      </ResultAlert>
    </LinkMessage>
  );
}
