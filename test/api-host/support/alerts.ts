import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { alertSteps, startAlerts } from '#src/api-host/alerts/alert-steps.ts';
import { alertStore } from '#src/api-host/alerts/alert-store.ts';
import { type HostData, openHostData } from '#src/api-host/data.ts';
import { smtpSender } from '#src/api-host/mail/smtp.ts';
import type { Search } from '#src/domain/catalogue/search-parameters.ts';
import { dayMs } from '#src/domain/model/limits.ts';
import { collectingLog, provide, settingsIn, temporaryDirectory } from './host.ts';
import { importOpenings, opening, parseOpenings, testOpenings } from './openings.ts';
import { smtpServer } from './smtp-server.ts';
import { eventually } from './upload.ts';

export const siteOrigin = 'https://jobs.example';
export const countKey = 'k'.repeat(32);
export const from = 'Careers <careers@jobs.example>';

/** Alerts on a database with three openings and an SMTP server, whose steps are taken when a test says so. */
export async function alertsFixture(t: TestContext, search: Partial<Search> = {}) {
  const smtp = await smtpServer(t);
  const dataDir = await temporaryDirectory(t);
  await provide(dataDir, testOpenings);
  const data = await openHostData(settingsIn(dataDir));
  t.after(() => data.close());
  return { smtp, dataDir, data, ...alertsOn(t, data, smtp, search) };
}

/** One process with alerts; several may have the same data. */
export function alertsOn(
  t: TestContext,
  { database }: HostData,
  smtp: Awaited<ReturnType<typeof smtpServer>>,
  search: Partial<Search> = {},
  origin = siteOrigin,
) {
  const clock = { now: new Date('2026-03-01T10:00:00Z') };
  const { log, lines } = collectingLog();
  const options = { siteOrigin: origin, countKey, clock: () => clock.now, log };
  const sender = smtpSender({ url: smtp.url, from });
  const start = () => startAlerts(database, sender, options);
  const takeSteps = alertSteps(database, options);
  const store = alertStore(database, countKey);
  const unsent = async (until: string) => {
    const rows = await database.db
      .selectFrom('alert_mails')
      .select('state')
      .where(({ eb, or }) =>
        or([eb('state', '=', 'sending'), eb('state', '=', 'waiting').and('next_at', '<=', until)]),
      )
      .execute();
    return rows.length;
  };
  /** Takes all steps that are due, and sends the mail that is due until then. Returns the mails that arrived meanwhile. */
  const runUntil = async (until: string) => {
    const before = smtp.mails.length;
    while (await takeSteps());
    if ((await unsent(until)) > 0) {
      const queue = start();
      await eventually(async () => (await unsent(until)) === 0);
      await queue.close();
    }
    return smtp.mails.slice(before);
  };
  const run = () => runUntil('9999');
  /** Does not wait for mails that the server has refused for now. */
  const runOnce = () => runUntil(clock.now.toISOString());
  t.after(() => sender.close());
  const ask = (
    emailaddress = 'ada@example.com',
    changed: Partial<Search> = search,
    network?: string,
  ) =>
    store.ask({ emailaddress, search: { q: '', ...changed }, language: 'en' }, clock.now, network);
  return {
    clock,
    lines,
    store,
    start,
    ask,
    takeSteps,
    run,
    runOnce,
    addOpening: (changed: Record<string, unknown>) =>
      importOpenings(database, parseOpenings([opening(changed)]), clock.now),
    days: (count: number) => {
      clock.now = new Date(clock.now.getTime() + count * dayMs);
    },
    rows: () => database.db.selectFrom('alerts').selectAll().execute(),
    /** Asks for an alert and confirms it. Returns the token of the mail. */
    async confirmed(emailaddress?: string, changed?: Partial<Search>) {
      await ask(emailaddress, changed);
      const [mail] = await run();
      const token = tokenOf(mail?.text);
      assert.equal((await store.confirm(token, clock.now))?.state, 'active');
      return token;
    },
  };
}

export function tokenOf(text = ''): string {
  const [, token] = /\/alerts\/([\w-]{43})(?:\s|$)/.exec(text) ?? [];
  assert.ok(token, text);
  return token;
}

/** Returns the ids of the openings that a mail names, in its order. */
export const openingsOf = (text = '') =>
  [...text.matchAll(/\/application\/(\d+)/g)].map(([, id]) => Number(id));
