import { loadedSite, siteConfig } from '#src/config/site.ts';
import { parseLeniently } from '#src/domain/api/lenient.ts';
import { siteConfigHeader } from '#src/domain/api/request.ts';
import { mayApply } from '#src/domain/api/response-status.ts';
import { statusCheck } from '#src/domain/catalogue/opening-dates.ts';
import {
  type Company,
  companySchema,
  type Opening,
  openingSchema,
} from '#src/domain/model/opening.ts';
import { counted } from '#src/domain/rules/text/text.ts';
import type { TargetHost } from '../connection.ts';

import {
  type Check,
  type CheckProblem,
  type CheckResult,
  fail,
  failIf,
  hasFailed,
  limited,
  warn,
  warnIf,
} from './check.ts';
import { idProblems, issueLine, listOf, questionProblems, rawItems } from './list-reply.ts';
import { described, type Probe, replyProblems, successProblems } from './probe.ts';

/** The data that the checks of a host share. Each check adds the data that later ones need. */
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
    run: async ({ probe, target }) => {
      const { response, ms } = await probe.get('openingsall');
      const skew = clockProblem(response.headers.date, ms);
      const digest = response.headers[siteConfigHeader];
      return {
        problems: [
          ...(skew ? [skew] : []),
          ...warnIf(
            digest !== undefined && digest !== loadedSite.digest,
            'the host has another site config than this command: set the same SITE_CONFIG for both, and restart what was started before a change',
          ),
        ],
        observation: `${target.apiHost} responds in ${Math.round(ms)} ms`,
      };
    },
  },
  {
    name: 'secret',
    run: async ({ probe, target }) => {
      const { response } = await probe.get('openingsall');
      if (response.status === 401 || response.status === 403)
        return {
          problems: [
            fail(
              `HTTP ${response.status}: ${target.secret === undefined ? 'the host wants a secret: set API_HOST_SECRET and API_HOST' : 'the host does not accept API_HOST_SECRET'}`,
            ),
          ],
        };
      if (target.secret === undefined) return undefined;
      const open = await probe.getWithoutSecret('openingsall');
      return {
        problems: warnIf(
          open.response.status < 400,
          'the host answers calls without the secret, too',
        ),
        observation: 'calls without the secret are refused',
      };
    },
  },
  {
    name: 'openingsall',
    run: async (subject) => {
      const reply = await subject.probe.get('openingsall');
      const { items, problems } = await listOf(reply, openingSchema);
      subject.openings = items;
      const types = rawItems(reply).flatMap(questionProblems);
      const statusOf = statusCheck(siteConfig.region.timeZone, new Date());
      const early = items
        .filter((opening) => statusOf(opening) === 'scheduled')
        .map(({ id, date_posted }) =>
          warn(`opening ${id} is listed before its date_posted, ${date_posted}`),
        );
      return {
        problems: [...problems, ...[idProblems(items), types, early].flatMap(limited)],
        observation: counted(items.length, 'opening'),
      };
    },
  },
  {
    name: 'companylocations',
    run: async (subject) => {
      const { items, problems } = await listOf(
        await subject.probe.get('companylocations'),
        companySchema,
      );
      subject.companies = items;
      const known = new Set(items.map(({ id }) => id));
      const orphans = subject.openings
        .filter(({ company_id }) => company_id !== '' && !known.has(company_id))
        .map(({ id, company_id }) =>
          warn(`opening ${id} is of company ${company_id}, which is not listed`),
        );
      return {
        problems: [
          ...problems,
          ...limited(idProblems(items)),
          ...(items.length > 0 ? limited(orphans) : []),
        ],
        observation: `${items.length} companies`,
      };
    },
  },
  { name: 'openings', run: checkSearch },
  {
    name: 'findopening',
    run: async ({ probe, openings }) => {
      const [first] = openings;
      if (first === undefined) return undefined;
      const reply = await probe.get(`findopening/${encodeURIComponent(first.id)}`);
      const problems = successProblems(reply);
      if (hasFailed(problems)) return { problems };
      const { value, detail } = parseLeniently(openingSchema, reply.json?.data);
      if (value === undefined)
        return { problems: [...problems, fail(`data is no opening: ${issueLine(detail)}`)] };
      const wrong = [
        ...failIf(
          value.id !== first.id,
          `asked for opening ${first.id}, the host sent ${value.id}`,
        ),
        ...failIf(
          value.role_name !== first.role_name,
          `opening ${first.id} has another role_name than in openingsall`,
        ),
        ...failIf(detail !== undefined, issueLine(detail)),
      ];
      return {
        problems: [...problems, ...wrong],
        observation: `opening ${first.id} is that of openingsall`,
      };
    },
  },
  {
    name: 'findopening of an id that does not exist',
    run: async ({ probe }) => {
      const reply = await probe.get('findopening/careers-doctor-no-such-opening');
      const { response, json } = reply;
      if (response.status === 404 || response.status === 410)
        return { problems: [], observation: `HTTP ${response.status}` };
      const problems = replyProblems(reply);
      if (hasFailed(problems)) return { problems };
      if (response.status >= 400)
        return { problems: [fail(`HTTP ${response.status} instead of 404 or a refusal`)] };
      const isFound = !hasFailed(successProblems(reply)) && json?.data != null;
      return {
        problems: isFound
          ? [fail('the host sent an opening for an id that does not exist')]
          : problems,
        observation: 'refused',
      };
    },
  },
  {
    name: 'validatecandidate',
    run: ({ probe, openings, companies }) => checkCandidate(probe, { openings, companies }),
  },
  {
    name: 'validatecandidate on the secondary host',
    run: ({ secondary, openings, companies }) =>
      secondary && checkCandidate(secondary, { openings, companies }),
  },
];

/** Closing dates and the expiry of tickets depend on the clocks. */
function clockProblem(date: unknown, ms: number): CheckProblem | undefined {
  const hostTime = typeof date === 'string' ? Date.parse(date) : Number.NaN;
  const skewMs = Math.abs(Date.now() - hostTime) - ms;
  return skewMs > 60_000
    ? warn(`the clocks of the host and of this machine differ by ${Math.round(skewMs / 1000)} s`)
    : undefined;
}

async function checkSearch({ probe, openings }: HostSubject): Promise<CheckResult | undefined> {
  const company_id = openings.find((opening) => opening.company_id !== '')?.company_id;
  if (company_id === undefined) return undefined;
  const all = await listOf(await probe.get('openings', { company_id, q: '' }), openingSchema);
  const none = await listOf(
    await probe.get('openings', { company_id, q: 'qzxjqwvk careers doctor' }),
    openingSchema,
  );
  const problems = [...all.problems, ...none.problems];
  if (hasFailed(problems)) return { problems };
  const expected = openings.filter((opening) => opening.company_id === company_id);
  const found = new Set(all.items.map(({ id }) => id));
  const foreign = all.items.filter((opening) => opening.company_id !== company_id);
  const missing = expected.filter(({ id }) => !found.has(id));
  const wrong = [
    ...failIf(
      foreign.length > 0,
      `a search in company ${company_id} finds openings of others: company_id is ignored`,
    ),
    ...failIf(
      missing.length > 0,
      `an empty q does not find all openings of company ${company_id}: ${missing.map(({ id }) => id).slice(0, 5)} missing`,
    ),
    ...failIf(none.items.length > 0, 'a text that occurs nowhere finds openings: q is ignored'),
  ];
  return {
    problems: [...problems, ...wrong],
    observation: `${counted(all.items.length, 'opening')} of company ${company_id}`,
  };
}

async function checkCandidate(
  probe: Probe,
  { openings, companies }: Pick<HostSubject, 'openings' | 'companies'>,
): Promise<CheckResult> {
  const company_id = openings[0]?.company_id || companies[0]?.id;
  if (!company_id)
    return { problems: [warn('the host has no company yet, so no candidate could be checked')] };
  const reply = await probe.get('validatecandidate', { ...markedCandidate('check'), company_id });
  const problems = replyProblems(reply);
  const { response, json } = reply;
  if (json === undefined || hasFailed(problems)) return { problems };
  if (response.status >= 400)
    return { problems: [...problems, fail(`HTTP ${response.status} instead of a decision`)] };
  if (!('status' in json)) return { problems: [...problems, fail('the response has no status')] };
  if (mayApply(json.status)) return { problems, observation: 'a new candidate may apply' };
  const reason = [true, 'True', 'true', '1'].some((value) => value === json.status)
    ? 'only the number 1 lets a candidate apply, so all are refused'
    : 'a candidate who never applied is refused';
  return { problems: [...problems, fail(`status is ${described(json.status)}: ${reason}`)] };
}
