import type { MiddlewareHandler } from 'hono';
import type { SiteEnv } from '#src/site/request.ts';
import type { Turn, Wait } from '#src/site/turns.ts';
import { refuse } from './refuse.ts';

/** Refuses a POST for which an address has no turn left, before any of its body is read. */
export function limitTurns(
  turn: Turn,
  takeTurn: (turn: Turn) => Promise<Wait | undefined>,
): MiddlewareHandler<SiteEnv> {
  return async (c, next) => {
    const wait = c.req.method === 'POST' ? await takeTurn(turn) : undefined;
    if (!wait) return next();
    if (!/\bapplication\/json\b/.test(c.req.header('accept') ?? ''))
      return refuse(c, 429, wait.sentence);
    const title = 'An error occured';
    return c.json({ result: 'error', title, message: wait.sentence, received: [] }, 429);
  };
}
