import type { Context } from 'hono';
import { getContext } from 'hono/context-storage';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { settings } from '#src/config/settings.ts';
import { requestContext } from '#src/request/request-context.ts';
import { log } from '#src/telemetry/logger.ts';

/**
 * Actions of a network address in ten minutes. High, because all people of a university, a café or a mobile network can share one
 * address.
 */
export const defaultLimits = {
  apply: 120,
  contact: 60,
  upload: 1500,
  /** Feeds that are not stored. */
  feed: 300,
  /** Pages and forms of an applicant's link. */
  link: 300,
} as const;
export type RateLimitedAction = keyof typeof defaultLimits;
const windowSeconds = 600;

export interface RateLimitExceeded {
  /** The milliseconds of Retry-After. */
  readonly retryAfterMs: number;
  readonly message: string;
}

export interface RateLimiter {
  /** Counts one action of an address; undefined while it is within the limit. */
  consume(action: RateLimitedAction, address: string): Promise<RateLimitExceeded | undefined>;
  readonly store: 'Redis' | 'this process';
}

/**
 * Counts in this process, or in Redis for replicas that share it. While Redis is down, the process counts in
 * memory.
 */
export function createRateLimiter({
  redis,
  limits = defaultLimits,
}: {
  readonly redis?: RedisClient;
  readonly limits?: Readonly<Record<RateLimitedAction, number>>;
} = {}): RateLimiter {
  const limiters = Object.fromEntries(
    Object.entries(limits).map(([action, points]) => {
      const common = { keyPrefix: `careers:${action}`, points, duration: windowSeconds };
      const memory = new RateLimiterMemory(common);
      return [
        action,
        redis
          ? new RateLimiterRedis({ ...common, storeClient: redis, insuranceLimiter: memory })
          : memory,
      ];
    }),
  ) as Record<RateLimitedAction, RateLimiterMemory | RateLimiterRedis>;
  return {
    async consume(action, address) {
      try {
        await limiters[action].consume(networkOf(address));
        return undefined;
      } catch (exceeded) {
        if (!(exceeded instanceof RateLimiterRes)) throw exceeded;
        const retryAfterMs = exceeded.msBeforeNext;
        const minutes = Math.ceil(retryAfterMs / 60_000);
        return {
          retryAfterMs,
          message: `Very much has been sent from your network just now. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
        };
      }
    },
    get store() {
      return redis?.status === 'ready' ? 'Redis' : 'this process';
    },
  };
}

/** The /64 prefix of an IPv6 address, which belongs to one home or phone; any other address unchanged. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  // `::` replaces the missing zero groups.
  const zeros = new Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  return [...head, ...zeros, ...tail].slice(0, 4).join(':');
}

interface RedisClient {
  /** 'ready' while it is connected. */
  readonly status: string;
}

let created: Promise<RateLimiter> | undefined;

function siteLimiter(): Promise<RateLimiter> {
  created ??= createSiteLimiter(settings().redisUrl);
  return created;
}

/** The count of each request, which has one action: a large form is checked before its server function checks it. */
const counted = new WeakMap<Context, Promise<RateLimitExceeded | undefined>>();

/**
 * Counts an action of the current request's visitor, once for each request. When the limit is exceeded, the response
 * gets its Retry-After here; the caller shows the message.
 */
export function checkRateLimit(action: RateLimitedAction): Promise<RateLimitExceeded | undefined> {
  const request = getContext();
  const count = counted.get(request) ?? countAction(action);
  counted.set(request, count);
  return count;
}

/**
 * The place where the site counts actions now. The first call connects to Redis, if there is one: the site calls it at start, so that
 * the log says that Redis does not respond.
 */
export const rateLimitStore = async (): Promise<RateLimiter['store']> =>
  (await siteLimiter()).store;

async function countAction(action: RateLimitedAction): Promise<RateLimitExceeded | undefined> {
  const request = requestContext();
  const exceeded = await (await siteLimiter()).consume(action, request.remoteAddress);
  if (!exceeded) return undefined;
  const { retryAfterMs } = exceeded;
  log().warn({ event: 'rate-limit-exceeded', action, retryAfterMs });
  request.retryAfter(retryAfterMs);
  return exceeded;
}

async function createSiteLimiter(redisUrl: string | undefined): Promise<RateLimiter> {
  if (redisUrl === undefined) return createRateLimiter();
  // Loaded only where it is configured.
  const { Redis } = await import('ioredis');
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: 1000,
    // Closes a connection whose server hangs. A time limit of commands would leave it 'ready', and each count would wait.
    socketTimeout: 1000,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
  });
  redis.on('error', (err) => log().warn({ event: 'redis-failed', err }));
  // Connected before the first count. A failure is logged by the listener, and ioredis reconnects.
  await redis.connect().catch(() => undefined);
  return createRateLimiter({ redis });
}
