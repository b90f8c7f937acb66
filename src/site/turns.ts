import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { log } from './log.ts';
import { requestContext } from './request.ts';
import { settings } from './settings.ts';

/** What one address may do only so often. */
export type Turn = 'apply' | 'contact' | 'upload';

/**
 * Turns in ten minutes. Far above what a person does: a university, a café and a mobile network each show
 * a whole crowd as one address, and none of them may be locked out on the day a job is announced.
 */
const allowed: Readonly<Record<Turn, number>> = { apply: 120, contact: 60, upload: 1500 };
const windowSeconds = 600;

export interface Wait {
  /** In milliseconds; for Retry-After. */
  readonly retryAfterMs: number;
  /** For the visitor. */
  readonly sentence: string;
}

export interface Turns {
  /** Counts one turn for an address; gives how long to wait where it has had all of them. */
  take(turn: Turn, address: string): Promise<Wait | undefined>;
  close(): Promise<void>;
}

/**
 * Counts in this process, or in Redis for replicas that share it. While Redis cannot be asked the process
 * counts by itself: nobody is turned away because a counter is down.
 */
export function createTurns(
  options: { readonly redis?: RedisClient; readonly allowed?: typeof allowed } = {},
): Turns {
  const limits = options.allowed ?? allowed;
  const limiterFor = (turn: Turn) => {
    const common = { keyPrefix: `careers:${turn}`, points: limits[turn], duration: windowSeconds };
    const memory = new RateLimiterMemory(common);
    return options.redis
      ? new RateLimiterRedis({ ...common, storeClient: options.redis, insuranceLimiter: memory })
      : memory;
  };
  const limiters = {
    apply: limiterFor('apply'),
    contact: limiterFor('contact'),
    upload: limiterFor('upload'),
  };
  return {
    async take(turn, address) {
      try {
        await limiters[turn].consume(network(address));
        return undefined;
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        const retryAfterMs = refused.msBeforeNext;
        const minutes = Math.ceil(retryAfterMs / 60_000);
        return {
          retryAfterMs,
          sentence: `Very much has been sent from your network just now. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
        };
      }
    },
    close: async () => void (await options.redis?.quit()),
  };
}

/** Of an IPv6 address the /64, which one home or one phone has to itself; of anything else all of it. */
function network(address: string): string {
  if (!address.includes(':')) return address.slice(0, 64);
  const [head = '', tail] = address.split('::');
  const groups = head.split(':');
  // `::` stands for as many zero groups as are missing; only the first four groups count.
  if (tail !== undefined) while (groups.length < 4) groups.push('0');
  return groups
    .slice(0, 4)
    .map((group) => group || '0')
    .join(':');
}

interface RedisClient {
  quit(): Promise<unknown>;
}

let memo: Promise<Turns> | undefined;

/**
 * Counts a turn of the visitor whose request is under way. Undefined: go on; else show the sentence and keep
 * what was typed; the answer gets its Retry-After by itself.
 */
export async function takeTurn(turn: Turn): Promise<Wait | undefined> {
  const request = requestContext();
  memo ??= openTurns(settings().redisUrl);
  const wait = await (await memo).take(turn, request.remoteAddress);
  if (!wait) return undefined;
  log().warn({ event: 'turn-refused', turn, retryAfterMs: wait.retryAfterMs });
  request.retryAfter(wait.retryAfterMs);
  return wait;
}

async function openTurns(redisUrl: string | undefined): Promise<Turns> {
  if (redisUrl === undefined) return createTurns();
  // Loaded only where it is used.
  const { Redis } = await import('ioredis');
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: 1000,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
  });
  redis.on('error', (err) => log().warn({ event: 'redis-error', err }));
  // The first turns are to be counted there too. Where it is away, `error` said so and it is tried again.
  await redis.connect().catch(() => undefined);
  return createTurns({ redis });
}
