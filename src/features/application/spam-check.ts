/** Nobody reads a form and fills it faster than this; a program that does is made to wait for the rest. */
export const minimumFillMs = 1000;

export interface SpamCheckResult {
  /** The field nobody sees was filled: by a program, or by a browser's helpful extension. */
  readonly trapped: boolean;
  /** How much longer a person would have taken. 0 where the device did not count (no JavaScript). */
  readonly waitMs: number;
}

/**
 * Quiet checks against programs. Neither throws anything away: a filled trap asks the visitor to press the
 * button again, with every value kept; too fast a form waits.
 */
export function spamCheck(trap: string, elapsed: string): SpamCheckResult {
  const elapsedMs = /^\d{1,15}$/.test(elapsed) ? Number(elapsed) : minimumFillMs;
  return { trapped: trap.trim() !== '', waitMs: Math.max(0, minimumFillMs - elapsedMs) };
}
