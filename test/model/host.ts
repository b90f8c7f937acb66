import {
  type RecordedCall,
  type Reply,
  replies,
  type ScriptedHost,
} from '#test/support/scripted-host.ts';

export const people = ['Ada', 'Ben'] as const;
export type Person = (typeof people)[number];

/** Openings of two companies, because an applicant may apply to a company once a year. The second has a required question. */
export const openings = ['12', '21'] as const;
export type Opening = (typeof openings)[number];

/** What the host does with the next application or documents of a person. */
export type HostPlan =
  | 'accept'
  /** The candidate check says no. */
  | 'refuse'
  /** The application, or the second document, is answered with a message and not stored. */
  | 'reject'
  /** The application, or the second document, is stored, then the connection is reset. */
  | 'lose'
  /** The application, or the first document, is stored; the answer waits for `release`. */
  | 'hold';

export interface StoredApplication {
  readonly id: string;
  readonly person: Person;
  readonly opening: string;
  readonly idempotencyKey: string | undefined;
  /** By control name; the letter as text. */
  readonly values: Readonly<Record<string, string>>;
}

export interface StoredDocument {
  readonly type: string;
  readonly filename: string;
  /** The application that the document was sent with. */
  readonly applicantId: string;
  readonly person: Person;
}

/** The API host's records for one path; its people have the email addresses of `emailOf`. */
export class HostRecords {
  static #paths = 0;
  readonly path = `p${++HostRecords.#paths}`;
  readonly applications: StoredApplication[] = [];
  readonly documents: StoredDocument[] = [];
  readonly #plans = new Map<Person, HostPlan>();
  readonly #held = new Map<Person, () => void>();
  #news = Promise.withResolvers<void>();
  #uploads = 0;

  emailOf(person: Person): string {
    return `${person.toLowerCase()}.${this.path}@example.com`;
  }

  of(person: Person, opening: string): StoredApplication[] {
    return this.applications.filter(
      (stored) => stored.person === person && stored.opening === opening,
    );
  }

  plan(person: Person, plan: HostPlan): void {
    this.#plans.set(person, plan);
    this.#uploads = 0;
  }

  /** Resolves when an answer to the person waits for `release`. */
  async held(person: Person): Promise<void> {
    while (!this.#held.has(person)) await this.#news.promise;
  }

  release(person: Person): void {
    this.#held.get(person)?.();
    this.#held.delete(person);
  }

  validate(person: Person, query: Readonly<Record<string, string>>, key: unknown): Reply {
    const before = this.applications.find(
      (stored) => stored.person === person && companyOf(stored.opening) === query.company_id,
    );
    if (before && key !== undefined && before.idempotencyKey === key)
      return replies.json({ status: 0, data: { data: { id: before.id } } });
    const refused = before !== undefined || this.#plans.get(person) === 'refuse';
    return replies.json({ status: refused ? 0 : 1 });
  }

  apply(person: Person, body: Readonly<Record<string, unknown>>, key: unknown): Reply {
    const plan = this.#plans.get(person);
    if (plan === 'reject') return replies.json({ status: 0, message: 'The host says no.' });
    const id = `${person}-${this.path}-${this.applications.length + 1}`;
    const { answers, joblistingid, cover_letter, ...fields } = body;
    const values = {
      ...fields,
      cover_letter: String(cover_letter).replace(/<[^>]+>/g, ''),
      ...Object.fromEntries(
        Object.entries(answers as object).map(([name, text]) => [`answers[${name}]`, text]),
      ),
    } as Record<string, string>;
    const idempotencyKey = typeof key === 'string' ? key : undefined;
    this.applications.push({ id, person, opening: String(joblistingid), idempotencyKey, values });
    const accepted = replies.json({ status: 1, data: { data: { id } } });
    if (plan === 'lose') return replies.resetAfterReading();
    return plan === 'hold' ? this.#hold(person, accepted) : accepted;
  }

  upload(person: Person, document: Omit<StoredDocument, 'person'>): Reply {
    const plan = this.#plans.get(person);
    this.#uploads += 1;
    if (plan === 'reject' && this.#uploads === 2)
      return replies.json({ status: 0, message: 'The host says no.' }, { status: 422 });
    this.documents.push({ ...document, person });
    const received = replies.json({ status: 1 });
    if (plan === 'hold' && this.#uploads === 1) return this.#hold(person, received);
    return plan === 'lose' && this.#uploads === 2 ? replies.resetAfterReading() : received;
  }

  #hold(person: Person, reply: Reply): Reply {
    return {
      after: 'body',
      respond: (context) => {
        this.#held.set(person, () => reply.respond(context));
        this.#news.resolve();
        this.#news = Promise.withResolvers();
      },
    };
  }
}

const companyOf = (opening: string): string => (opening === '21' ? '2' : '1');

/** Makes the scripted host answer each path from its own records. */
export function recordPaths(host: ScriptedHost): Map<string, HostRecords> {
  const paths = new Map<string, HostRecords>();
  const answer =
    (find: (records: HostRecords, person: Person, call: RecordedCall) => Reply) =>
    (emailOf: (call: RecordedCall) => unknown): Reply => ({
      after: 'body',
      respond(context) {
        const email = String(emailOf(context.call));
        const [, name, path] = /^(\w+)\.(\w+)@/.exec(email) ?? [];
        const records = paths.get(path ?? '');
        const person = people.find((known) => known.toLowerCase() === name);
        if (!records || !person) throw new Error(`No path has a person with the address ${email}.`);
        find(records, person, context.call).respond(context);
      },
    });
  const key = 'idempotency-key';
  host.always(
    'validatecandidate',
    answer((records, person, { query, headers }) => records.validate(person, query, headers[key]))(
      ({ query }) => query.emailaddress,
    ),
  );
  host.always(
    'applyjobposting',
    answer((records, person, { json, headers }) =>
      records.apply(person, json as Record<string, unknown>, headers[key]),
    )(({ json }) => (json as { emailaddress?: string }).emailaddress),
  );
  const partsOf = (call: RecordedCall) => {
    const info = call.parts.find(({ name }) => name === 'applicant_info')?.value ?? '{}';
    const file = call.parts.find(({ filename }) => filename !== undefined);
    return { file, ...(JSON.parse(info) as { applicant_id: string; emailaddress: string }) };
  };
  host.always(
    'uploadapplicantdocument',
    answer((records, person, call) => {
      const { file, applicant_id } = partsOf(call);
      const document = { type: file?.name ?? '', filename: file?.filename ?? '' };
      return records.upload(person, { ...document, applicantId: applicant_id });
    })((call) => partsOf(call).emailaddress),
  );
  return paths;
}
