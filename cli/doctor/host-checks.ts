import { loadedSite } from '#src/config/site.ts';
import { statusAt } from '#src/config/site-time.ts';
import { parseLeniently } from '#src/domain/api/lenient.ts';
import { siteConfigHeader } from '#src/domain/api/request.ts';
import { isSuccess, mayApply } from '#src/domain/api/response-status.ts';
import {
  type Company,
  companySchema,
  type Opening,
  openingSchema,
} from '#src/domain/model/opening.ts';
import { counted } from '#src/domain/rules/text/text.ts';
import type { TargetHost } from '../connection.ts';
import type { Check, Report } from './check.ts';
import { idProblems, issueLine, listOf, questionProblems } from './list-reply.ts';
import { bodyOf, described, type Probe, statusIn, successOf } from './probe.ts';

export interface HostSubject {
  readonly target: TargetHost;
  readonly probe: Probe;
  readonly secondary: Probe | undefined;
  openings: readonly Opening[];
  companies: readonly Company[];
}

/** `.invalid` is a domain that never exists. */
export const markedCandidate = (unique: string) => ({
  firstname: 'Careers',
  lastname: 'Doctor',
  emailaddress: `careers-doctor-${unique}@example.invalid`,
});

export const hostChecks: readonly Check<HostSubject>[] = [
  {
    name: 'connection',
    exit: 'unreachable',
    run: async ({ probe, target }, report) => {
      const { response, ms } = await probe.get('openingsall');
      checkClock(response.headers.date, ms, report);
      const digest = response.headers[siteConfigHeader];
      if (digest !== undefined && digest !== loadedSite.digest)
        report.warn(
          'the host has another site config than this command: set the same SITE_CONFIG for both, and restart what was started before a change',
        );
      return `${target.apiHost} responds in ${Math.round(ms)} ms`;
    },
  },
  {
    name: 'secret',
    run: async ({ probe, target }, report) => {
      const { status } = (await probe.get('openingsall')).response;
      if (status === 401 || status === 403)
        throw new Error(
          `HTTP ${status}: ${target.secret === undefined ? 'the host wants a secret: set API_HOST_SECRET and API_HOST' : 'the host does not accept API_HOST_SECRET'}`,
        );
      if (target.secret === undefined) return undefined;
      const open = await probe.getWithoutSecret('openingsall');
      if (open.response.status < 400) report.warn('the host answers calls without the secret, too');
      return 'calls without the secret are refused';
    },
  },
  {
    name: 'openingsall',
    run: async (subject, report) => {
      const reply = await subject.probe.get('openingsall');
      const { items, raw } = await listOf(reply, openingSchema, report);
      subject.openings = items;
      const openingStatus = statusAt(new Date());
      const early = items.filter((opening) => openingStatus(opening) === 'scheduled');
      report.fail(...idProblems(items));
      report.fail(...raw.flatMap(questionProblems));
      report.warn(
        ...early.map(
          ({ id, date_posted }) => `opening ${id} is listed before its date_posted, ${date_posted}`,
        ),
      );
      return counted(items.length, 'opening');
    },
  },
  {
    name: 'companylocations',
    run: async (subject, report) => {
      const reply = await subject.probe.get('companylocations');
      const { items } = await listOf(reply, companySchema, report);
      subject.companies = items;
      report.fail(...idProblems(items));
      const known = new Set(['', ...items.map(({ id }) => id)]);
      const orphans = subject.openings.filter(({ company_id }) => !known.has(company_id));
      if (items.length > 0)
        report.warn(
          ...orphans.map(
            ({ id, company_id }) =>
              `opening ${id} is of company ${company_id}, which is not listed`,
          ),
        );
      return `${items.length} companies`;
    },
  },
  { name: 'openings', run: checkSearch },
  {
    name: 'findopening',
    run: async ({ probe, openings: [first] }, report) => {
      if (first === undefined) return undefined;
      const reply = await probe.get(`findopening/${encodeURIComponent(first.id)}`);
      const { value, detail } = parseLeniently(openingSchema, successOf(reply, report).data);
      if (value === undefined) throw new Error(`data is no opening: ${issueLine(detail)}`);
      if (value.id !== first.id)
        report.fail(`asked for opening ${first.id}, the host sent ${value.id}`);
      if (value.role_name !== first.role_name)
        report.fail(`opening ${first.id} has another role_name than in openingsall`);
      if (detail !== undefined) report.fail(issueLine(detail));
      return `opening ${first.id} is that of openingsall`;
    },
  },
  {
    name: 'findopening of an id that does not exist',
    run: async ({ probe }, report) => {
      const reply = await probe.get('findopening/careers-doctor-no-such-opening');
      const { status } = reply.response;
      if (status === 404 || status === 410) return `HTTP ${status}`;
      const json = bodyOf(reply, report);
      if (status >= 400) throw new Error(`HTTP ${status} instead of 404 or a refusal`);
      if (isSuccess(json.status) && json.data != null)
        throw new Error('the host sent an opening for an id that does not exist');
      return 'refused';
    },
  },
  {
    name: 'validatecandidate',
    run: ({ probe, ...subject }, report) => checkCandidate(probe, subject, report),
  },
  {
    name: 'validatecandidate on the secondary host',
    run: ({ secondary, ...subject }, report) =>
      secondary && checkCandidate(secondary, subject, report),
  },
];

/** Closing dates and the expiry of tickets depend on the clocks. */
function checkClock(date: unknown, ms: number, report: Report): void {
  const hostTime = typeof date === 'string' ? Date.parse(date) : Number.NaN;
  const skewMs = Math.abs(Date.now() - hostTime) - ms;
  if (skewMs > 60_000)
    report.warn(
      `the clocks of the host and of this machine differ by ${Math.round(skewMs / 1000)} s`,
    );
}

async function checkSearch({ probe, openings }: HostSubject, report: Report) {
  const company_id = openings.find((opening) => opening.company_id !== '')?.company_id;
  if (company_id === undefined) return undefined;
  const search = async (q: string) =>
    (await listOf(await probe.get('openings', { company_id, q }), openingSchema, report)).items;
  const all = await search('');
  const none = await search('qzxjqwvk careers doctor');
  const observation = `${counted(all.length, 'opening')} of company ${company_id}`;
  // After a failure this is skipped, because an invalid opening would seem to be missing.
  if (report.result === 'failed') return observation;
  const found = new Set(all.map(({ id }) => id));
  const missing = openings.filter((one) => one.company_id === company_id && !found.has(one.id));
  if (all.some((opening) => opening.company_id !== company_id))
    report.fail(
      `a search in company ${company_id} finds openings of others: company_id is ignored`,
    );
  if (missing.length > 0)
    report.fail(
      `an empty q does not find all openings of company ${company_id}: ${missing.map(({ id }) => id).slice(0, 5)} missing`,
    );
  if (none.length > 0) report.fail('a text that occurs nowhere finds openings: q is ignored');
  return observation;
}

async function checkCandidate(
  probe: Probe,
  { openings, companies }: Pick<HostSubject, 'openings' | 'companies'>,
  report: Report,
): Promise<string> {
  const company_id = openings[0]?.company_id || companies[0]?.id;
  if (!company_id) {
    report.warn('the host has no company yet, so no candidate could be checked');
    return '';
  }
  const reply = await probe.get('validatecandidate', { ...markedCandidate('check'), company_id });
  const json = bodyOf(reply, report);
  const { status: httpStatus } = reply.response;
  if (httpStatus >= 400) throw new Error(`HTTP ${httpStatus} instead of a decision`);
  const status = statusIn(json);
  if (mayApply(status)) return 'a new candidate may apply';
  const reason = [true, 'True', 'true', '1'].some((value) => value === status)
    ? 'only the number 1 lets a candidate apply, so all are refused'
    : 'a candidate who never applied is refused';
  throw new Error(`status is ${described(status)}: ${reason}`);
}
