import { alertHref, alertsHref, alertsPath, listHref, withQuery } from '#src/addresses.ts';
import { apiReads } from '#src/api-client/api-client.ts';
import { ResultAlert } from '#src/components/alert/result-alert.client.tsx';
import { Button } from '#src/components/button/button.tsx';
import { siteCaptcha } from '#src/components/captcha/site-captcha.tsx';
import { MailRequestForm } from '#src/components/form/mail-request-form.client.tsx';
import { LinkContent, LinkMessage } from '#src/components/link-page/link-page.tsx';
import { PageHead } from '#src/components/page-head/page-head.tsx';
import type { LinkedAlert } from '#src/domain/api/alerts.ts';
import { type Search, searchQuery } from '#src/domain/catalogue/search-parameters.ts';
import { dayMs } from '#src/domain/model/limits.ts';
import { suggestEmail } from '#src/domain/rules/forms/email-suggestion.ts';
import { postedForm } from '#src/forms/receive-form.ts';
import { fill, fillElements } from '#src/language/format.ts';
import { clockTime, formatDate } from '#src/language/format-date.ts';
import { inLanguage } from '#src/language/paths.ts';
import { texts } from '#src/language/server.ts';
import { pageTitle } from '#src/language/titles.ts';
import { addBrowserTexts } from '#src/request/request-context.ts';
import styles from './alerts.module.css';
import { type AlertActionResult, alertIdField, hasChoiceField } from './find-alert.ts';

export const alertsTitle = (): string => pageTitle(texts().alerts.title);

/** @param words the search in words (`describeSearch`) */
const AlertsHead = ({ words }: { words: string }) => (
  <PageHead
    compact
    eyebrow={texts().alerts.title}
    title={fill(texts().alerts.openings, { filters: words })}
  />
);

export function AskForAlert({ search, words }: { search: Search; words: string }) {
  addBrowserTexts('messageForm', 'emailField');
  const { email, button, failed, next, ends } = texts().alerts;
  const posted = postedForm('alert');
  return (
    <>
      <AlertsHead words={words} />
      <div className={styles.page}>
        <MailRequestForm
          title={alertsTitle()}
          action={inLanguage(alertsPath)}
          labels={{ email, button, failed }}
          search={searchQuery(search, 'alert')}
          next={next}
          note={ends}
          posted={posted}
          suggested={suggestEmail(posted?.values?.email ?? '')}
          captcha={siteCaptcha()}
        />
      </div>
    </>
  );
}

/** The page after a valid request. It does not depend on whether the address is known. */
export function AlertRequested({
  search,
  words,
  until,
}: {
  search: Search;
  words: string;
  /** The hour (UTC) until which the mail may be delayed by a limit of mails. */
  until: number | undefined;
}) {
  const { title, text, later, missing, again } = texts().alerts.requested;
  const time = until === undefined ? '' : clockTime(new Date().setUTCHours(until, 0));
  return (
    <>
      <title>{alertsTitle()}</title>
      <AlertsHead words={words} />
      <div className={styles.page}>
        <ResultAlert tone="success" title={title}>
          <p>{text}</p>
        </ResultAlert>
        <p>{until === undefined ? missing : fill(later, { time })}</p>
        <p className={styles.actions}>
          <a href={alertsHref(search)}>{again}</a>
          <a href={listHref(search)}>{texts().myApplication.toOpenings}</a>
        </p>
      </div>
    </>
  );
}

/** An alert that ends within this time can be extended. */
const renewableMs = 30 * dayMs;

export function AlertPage({
  token,
  alert: { state, search, words, ends_at, wishes },
  result,
}: {
  token: string;
  alert: LinkedAlert;
  result: AlertActionResult | undefined;
}) {
  const text = texts().alert;
  const day = <time dateTime={ends_at}>{formatDate(ends_at)}</time>;
  const endsSoon = Date.parse(ends_at) - Date.now() < renewableMs;
  const isPending = state === 'pending';
  const hasChoice = isPending && wishes.length > 1;
  /** Once the alert has ended, its search cannot be read, so the addresses of the form and of the next page have it. */
  const form = (action: 'confirm' | 'renew' | 'end') => (
    <form
      method="post"
      action={withQuery(`${alertHref(token)}/${action}`, searchQuery(search, 'alert'))}
    >
      {action === 'confirm' && hasChoice ? <PendingAlerts wishes={wishes} /> : null}
      <Button type="submit" variant={action === 'end' ? 'secondary' : 'primary'}>
        {text[action]}
      </Button>
    </form>
  );
  return (
    <>
      <AlertsHead words={hasChoice ? '' : words} />
      <LinkContent openings={listHref(search)}>
        {result && resultViews[result].states.includes(state) ? (
          <ResultAlert tone={resultViews[result].tone}>
            {result === 'ended' ? text.stopped : text[result]}
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

/** Somebody else may have requested some of these alerts, so none is checked at first. */
const PendingAlerts = ({ wishes }: Pick<LinkedAlert, 'wishes'>) => (
  <fieldset className={styles.pending}>
    <legend>{texts().alert.choose}</legend>
    <input type="hidden" name={hasChoiceField} value="1" />
    {wishes.map(({ id, words }) => (
      <label key={id} className="check">
        <input type="checkbox" name={alertIdField} value={id} />
        <span>{fill(texts().alerts.openings, { filters: words })}</span>
      </label>
    ))}
  </fieldset>
);

/** How a result is shown, and in which states of the alert, because anybody can write a result into the address. */
const resultViews: Readonly<
  Record<
    AlertActionResult,
    { readonly tone: 'success' | 'error'; readonly states: readonly LinkedAlert['state'][] }
  >
> = {
  confirmed: { tone: 'success', states: ['active'] },
  renewed: { tone: 'success', states: ['active'] },
  ended: { tone: 'success', states: ['ended'] },
  unchosen: { tone: 'error', states: ['pending'] },
  unchanged: { tone: 'error', states: ['pending', 'active', 'ended'] },
};

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
      {(await apiReads.offersAlerts()) ? (
        <p>
          <a href={alertsHref(search)}>{text.again}</a>
        </p>
      ) : null}
    </LinkMessage>
  );
}

/** Old links to the form lead to this page if the API host offers no alerts. The route sends the status 404. */
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
