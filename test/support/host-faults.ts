import { type Reply, replies, type ScriptedHost } from './scripted-host.ts';

/** One way for a host to fail at a call. */
export interface HostFault {
  /** A clause: 'the host refuses the connection'. */
  readonly what: string;
  /** Absent if the host is not running. */
  readonly reply?: Reply;
  /** Whether the host may have processed the request. Such a write is never repeated automatically. */
  readonly arrived: 'no' | 'maybe';
  /** Whether a read that fails like this is retried. */
  readonly passing: boolean;
}

/** The failures in issue 4's table, for any call. */
export const hostFaults: readonly HostFault[] = [
  { what: 'the host refuses the connection', arrived: 'no', passing: true },
  {
    what: 'the connection is reset before the request was read',
    reply: replies.resetAfterBytes(0),
    arrived: 'maybe',
    passing: true,
  },
  {
    what: 'the connection is reset after the request was read',
    reply: replies.resetAfterReading(),
    arrived: 'maybe',
    passing: true,
  },
  { what: 'the response is incomplete', reply: replies.cut(), arrived: 'maybe', passing: true },
  {
    what: 'the response cannot be parsed',
    reply: replies.html(),
    arrived: 'maybe',
    passing: false,
  },
  { what: 'there is no response', reply: replies.silence(), arrived: 'maybe', passing: false },
  { what: 'the host responds 413', reply: replies.http(413), arrived: 'no', passing: false },
  {
    what: 'the host responds 429 with Retry-After',
    reply: replies.http(429, { 'retry-after': '40' }),
    arrived: 'no',
    passing: false,
  },
  { what: 'the host responds 500', reply: replies.http(500), arrived: 'no', passing: false },
  { what: 'the host responds 503', reply: replies.http(503), arrived: 'no', passing: true },
];

/**
 * One of each kind that the site treats in its own way: what was not received, may have been received, is retried. All of them
 * are tested at the API client (test/domain/api/failures.test.ts).
 */
export const typicalFaults = hostFaults.filter(({ what }) =>
  [
    'the connection is reset after the request was read',
    'the response cannot be parsed',
    'the host responds 429 with Retry-After',
    'the host responds 503',
  ].includes(what),
);

/** Makes a host fail at every call of this name until it is reset. */
export async function failAt(
  host: ScriptedHost,
  call: string,
  { reply }: Pick<HostFault, 'reply'>,
): Promise<void> {
  if (reply) host.always(call, reply);
  else await host.stop();
}
