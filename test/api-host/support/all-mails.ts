/**
 * Adds the pseudo-languages 'eo' and 'ar' to the languages of the site before modules read them. A file that imports it
 * runs in a process of its own (`.own.` in its name).
 */
import type { TestContext } from 'node:test';
import { siteConfig } from '#src/config/site.ts';
import { defaultLanguage, languages } from '#src/language/server.ts';
import { en } from '#src/texts/en.ts';
import { pseudo } from '#test/support/pseudo-language.ts';

type ServedLanguage = typeof defaultLanguage;
const pseudoLanguage = (tag: string, dir: 'ltr' | 'rtl'): ServedLanguage => ({
  ...defaultLanguage,
  tag,
  dir,
  prefix: `/${tag}`,
  texts: { ...pseudo(en), language: { ...en.language, tag, dir } },
  site: { ...siteConfig, mail: pseudo(siteConfig.mail), stages: pseudo(siteConfig.stages) },
});
(languages as ServedLanguage[]).push(pseudoLanguage('eo', 'ltr'), pseudoLanguage('ar', 'rtl'));

const { setStages } = await import('#src/api-host/admin/set-stages.ts');
const { composeAlertMail } = await import('#src/api-host/alerts/compose-alert-mail.ts');
const { openHostData } = await import('#src/api-host/data.ts');
const { prepareMail } = await import('#src/api-host/applications/send-application-mails.ts');
const { settingsIn, testHost, addCompanyMails } = await import('./host.ts');
const { importOpenings, opening, parseOpenings } = await import('./openings.ts');
const { laterStages } = await import('#src/domain/model/stages.ts');
const { buildApplication } = await import('#test/support/build-application.ts');

export const siteOrigin = 'https://jobs.example';
const now = new Date('2026-03-03T10:00:00Z');
const clock = () => now;
const secret = 's'.repeat(32);

/** What the mails repeat: data of openings, of the applicant and of the company. */
export const mailed = {
  role: 'Head Baker',
  french: 'Chef de nuit & <pâtissier>',
  firstname: 'Ngozi',
  lastname: 'Eze-Okonkwo',
  note: 'Monday at nine.\nBring your knives, <please>.',
  answer: 'Six thousand\nof bread',
} as const;

/**
 * Returns each mail of the API host in a language, those to the company for an application in it, by a name of its
 * kind.
 */
export async function allMails(t: TestContext, tag: string) {
  const host = await testHost(t, { settings: { secret } });
  const data = await openHostData(settingsIn(host.dataDir));
  t.after(() => data.close());
  const { db } = data.database;
  addCompanyMails(t, { 'Test Bakery': { notify: 'n@x.example', replyTo: 'hr@x.example' } });
  const application = buildApplication({
    firstname: mailed.firstname,
    lastname: mailed.lastname,
    answers: { 1001: mailed.answer, 1002: '' },
  });
  const headers = { authorization: `Bearer ${secret}`, 'accept-language': tag };
  const { body } = await host.post('applyjobposting', application, headers);
  const applicant_id = String(body.data.id);
  const compose = async (kind: 'confirmation' | 'notice' | 'complete' | 'withdrawal' | 'stage') => {
    const rows = await db
      .selectFrom('mail_outbox')
      .select('id')
      .where('kind', '=', kind)
      .orderBy('created_at', 'desc')
      .execute();
    // A mail is counted for the limits at its first attempt only.
    const row = {
      id: rows[0]?.id ?? '',
      applicant_id,
      kind,
      attempts: 2,
      created_at: '',
      error: null,
    };
    const composed = await prepareMail(data.database, row, {
      siteOrigin,
      clock,
      countKey: 'k',
    });
    if ('state' in composed) throw new Error(composed.detail);
    return composed;
  };
  const mails = new Map([
    ['confirmation', await compose('confirmation')],
    ['notice', await compose('notice')],
    ['complete', await compose('complete')],
    ['withdrawal', await compose('withdrawal')],
  ]);
  for (const [index, stage] of laterStages.entries()) {
    const note = stage === 'interview' ? mailed.note : undefined;
    await setStages(data.database, [{ applicant: applicant_id, stage, note }], {
      mail: true,
      now: new Date(now.getTime() + index),
    });
    mails.set(`stage ${stage}`, await compose('stage'));
  }

  const openings = parseOpenings([
    opening({ role_name: mailed.role, closing_date: '2026-04-01' }),
    opening({ id: 102, role_name: mailed.french, language: 'fr' }),
  ]);
  await importOpenings(data.database, openings, now);
  const search = { company_id: '1', q: 'baker', city: 'Lagos', type: 'FULL_TIME' };
  const alert = {
    id: 'a',
    emailaddress: 'ada@example.com',
    address_key: '',
    mailbox_key: '',
    language: tag,
    search: JSON.stringify(search),
    created_at: now.toISOString(),
    confirmed_at: now.toISOString(),
    ends_at: '2026-09-02T10:00:00Z',
    next_at: '2026-09-09T10:00:00Z',
    last_sent_at: null,
    seen: 0,
    refused: 0,
  } as const;
  const options = { siteOrigin, clock };
  for (const [name, kind, state, total] of [
    ['alert confirmation', 'alert-confirmation', 'pending', 0],
    ['alert', 'alert', 'active', 5],
    ['alert end', 'alert-end', 'ended', 0],
    ['alert end with openings', 'alert-end', 'ended', 5],
  ] as const) {
    await db.deleteFrom('alerts').execute();
    await db
      .insertInto('alerts')
      .values({ ...alert, state })
      .execute();
    const openings = total > 0 ? '["101","102"]' : '[]';
    const row = { alert_id: alert.id, kind, openings, total, attempts: 1, error: null };
    const composed = await composeAlertMail(data.database, row, options);
    if ('state' in composed) throw new Error(composed.detail);
    mails.set(name, composed);
  }
  return { mails, applicant: applicant_id };
}
