import { AsyncLocalStorage } from 'node:async_hooks';
import { createHmac } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { getContext } from 'hono/context-storage';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { settings } from '#src/config/settings.ts';
import { once } from '#src/jobs/once.ts';
import { plural } from '#src/language/format.ts';
import { texts } from '#src/language/server.ts';
import { errorResponse } from '#src/request/error-response.ts';
import { requestContext } from '#src/request/request-context.ts';
import type { RateLimitedAction } from '#src/routes.ts';
import { log } from '#src/telemetry/logger.ts';

/** The allowed actions in ten minutes. The limits are high, because many people can share an address, as in a café. */
export const defaultLimits: Readonly<Record<RateLimitedAction, number>> = {
  apply: 120,
  contact: 60,
  'mail-request': 20,
  upload: 1500,
  feed: 300,
  link: 300,
  'unknown-function': 300,
};
const windowSeconds = 600;
/** The snapshot keeps the timer of a count from holding its first request, with the body, in memory. */
const outsideOfRequests = AsyncLocalStorage.snapshot();
/** A /48 of IPv6 has 65,536 networks, but gets the limit of this number of networks. */
export const networksOfSite = 10;

/**
 * Replicas share the counts in Redis. While Redis does not respond or refuses to count, this process counts in memory.
 * @param onRefused is called at the first refusal, and again at the first one after Redis has counted
 */
export function createRateLimiter({
  redis,
  limits = defaultLimits,
  onRefused = () => {},
}: {
  readonly redis?: RedisClient;
  readonly limits?: Readonly<Record<RateLimitedAction, number>>;
  readonly onRefused?: (error: unknown) => void;
} = {}) {
  let isRefused = false;
  const limiterOf = (name: string, points: number): { consume(key: string): Promise<unknown> } => {
    const common = { keyPrefix: `careers:${name}`, points, duration: windowSeconds };
    const counts = new RateLimiterMemory(common);
    const memory = { consume: (key: string) => outsideOfRequests(() => counts.consume(key)) };
    if (!redis) return memory;
    const shared = new RateLimiterRedis({ ...common, storeClient: redis });
    return {
      async consume(key) {
        try {
          await shared.consume(key);
          isRefused = false;
        } catch (error) {
          const isCounted = error instanceof RateLimiterRes;
          // A connected Redis with a full memory or disk refuses writes. Failed connections are reported by the client.
          const refuses = !isCounted && redis.status === 'ready';
          if (refuses && !isRefused) onRefused(error);
          isRefused = refuses;
          if (isCounted) throw error;
          await memory.consume(key);
        }
      },
    };
  };
  const limiters = Object.fromEntries(
    Object.entries(limits).map(([action, points]) => [
      action,
      {
        network: limiterOf(action, points),
        site: limiterOf(`${action}:48`, points * networksOfSite),
      },
    ]),
  ) as Record<RateLimitedAction, Record<'network' | 'site', ReturnType<typeof limiterOf>>>;
  return {
    /** Counts one action of an address. The result is undefined while the address is within the limit. */
    async consume(action: RateLimitedAction, address: string) {
      const { network, site } = limiters[action];
      try {
        await network.consume(networkOf(address));
        if (address.includes(':')) await site.consume(networkOf(address, 3));
        return undefined;
      } catch (exceeded) {
        if (!(exceeded instanceof RateLimiterRes)) throw exceeded;
        const retryAfterMs = exceeded.msBeforeNext;
        const minutes = Math.ceil(retryAfterMs / 60_000);
        return { retryAfterMs, message: plural(texts().errors.rateLimit, minutes) };
      }
    },
    get store(): 'Redis' | 'this process' {
      return redis?.status === 'ready' && !isRefused ? 'Redis' : 'this process';
    },
  };
}

/**
 * The /64 prefix of an IPv6 address belongs to one home or phone, the /48 (three groups) to one site of a provider's
 * customer. Any other address is returned unchanged.
 */
export function networkOf(address: string, groups: 3 | 4 = 4): string {
  if (!address.includes(':')) return address;
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  // `::` replaces the missing zero groups.
  const zeros = new Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  return [...head, ...zeros, ...tail].slice(0, groups).join(':');
}

/** Returns the keyed hash of the visitor's network (for IPv6 the /48), by which our API host limits mail. */
export function visitorNetwork(): string | undefined {
  const { apiHostSecret } = settings();
  const network = networkOf(requestContext().remoteAddress, 3);
  return apiHostSecret && createHmac('sha256', apiHostSecret).update(network).digest('base64url');
}

interface RedisClient {
  /** ioredis sets 'ready' while it is connected. */
  readonly status: string;
}

const siteLimiter = once(() => createSiteLimiter(settings().redisUrl));

/** The result of each request, so that it counts once: a large form is checked before its route checks it again. */
const counted = new WeakMap<Context, Promise<string | undefined>>();

/** Counts a request once. If the limit is exceeded, it sets Retry-After and returns the message for the visitor. */
export function checkRateLimit(action: RateLimitedAction): Promise<string | undefined> {
  const request = getContext();
  const count = counted.get(request) ?? countAction(action);
  counted.set(request, count);
  return count;
}

/**
 * Responds 429 to a request of a network address that has exceeded its limit.
 * @param actionOf undefined for a path that is not limited
 */
export function rateLimit(
  actionOf: (path: string) => RateLimitedAction | undefined,
): MiddlewareHandler {
  return async (c, next) => {
    const action = actionOf(c.req.path);
    const exceeded = action && (await checkRateLimit(action));
    return exceeded ? errorResponse(c, 429, exceeded) : next();
  };
}

/** The site calls this at start, so that the log reports a Redis that does not respond. */
export const rateLimitStore = async () => (await siteLimiter()).store;

async function countAction(action: RateLimitedAction): Promise<string | undefined> {
  const request = requestContext();
  const exceeded = await (await siteLimiter()).consume(action, request.remoteAddress);
  if (!exceeded) return undefined;
  const { retryAfterMs, message } = exceeded;
  log().warn({ event: 'rate-limit-exceeded', action, retryAfterMs });
  request.retryAfter(retryAfterMs);
  return message;
}

async function createSiteLimiter(redisUrl: string | undefined) {
  if (redisUrl === undefined) return createRateLimiter();
  // ioredis is loaded only if Redis is configured.
  const { Redis } = await import('ioredis');
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: 1000,
    // With a time limit of commands, the connection to a hanging server would stay 'ready', and each count wait.
    socketTimeout: 1000,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
  });
  const onError = (err: unknown) => log().warn({ event: 'redis-failed', err });
  redis.on('error', onError);
  // The connection exists before the first count. The listener logs a failure, and ioredis reconnects.
  await redis.connect().catch(() => undefined);
  return createRateLimiter({ redis, onRefused: onError });
}
