import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { settings } from '#src/config/settings.ts';
import { log } from './logger.ts';
import { requestContext } from './request-context.ts';

/** What one address may do only so often. */
export type RateLimitedAction = 'apply' | 'contact' | 'upload';

/**
 * Turns in ten minutes. Far above what a person does: a university, a café and a mobile network each show
 * a whole crowd as one address, and none of them may be locked out on the day a job is announced.
 */
const allowed: Readonly<Record<RateLimitedAction, number>> = {
  apply: 120,
  contact: 60,
  upload: 1500,
};
const windowSeconds = 600;

export interface RateLimitExceeded {
  /** In milliseconds; for Retry-After. */
  readonly retryAfterMs: number;
  /** For the visitor. */
  readonly message: string;
}

export interface RateLimiter {
  /** Counts one turn for an address; gives how long to wait where it has had all of them. */
  consume(turn: RateLimitedAction, address: string): Promise<RateLimitExceeded | undefined>;
  close(): Promise<void>;
}

/**
 * Counts in this process, or in Redis for replicas that share it. While Redis cannot be asked the process
 * counts by itself: nobody is turned away because a counter is down.
 */
export function createRateLimiter(
  options: { readonly redis?: RedisClient; readonly allowed?: typeof allowed } = {},
): RateLimiter {
  const limits = options.allowed ?? allowed;
  const limiterFor = (turn: RateLimitedAction) => {
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
    async consume(turn, address) {
      try {
        await limiters[turn].consume(network(address));
        return undefined;
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        const retryAfterMs = refused.msBeforeNext;
        const minutes = Math.ceil(retryAfterMs / 60_000);
        return {
          retryAfterMs,
          message: `Very much has been sent from your network just now. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
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

let memo: Promise<RateLimiter> | undefined;

/**
 * Counts a turn of the visitor whose request is under way. Undefined: go on; else show the sentence and keep
 * what was typed; the answer gets its Retry-After by itself.
 */
export async function checkRateLimit(
  turn: RateLimitedAction,
): Promise<RateLimitExceeded | undefined> {
  const request = requestContext();
  memo ??= openTurns(settings().redisUrl);
  const wait = await (await memo).consume(turn, request.remoteAddress);
  if (!wait) return undefined;
  log().warn({ event: 'turn-refused', turn, retryAfterMs: wait.retryAfterMs });
  request.retryAfter(wait.retryAfterMs);
  return wait;
}

async function openTurns(redisUrl: string | undefined): Promise<RateLimiter> {
  if (redisUrl === undefined) return createRateLimiter();
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
  return createRateLimiter({ redis });
}
