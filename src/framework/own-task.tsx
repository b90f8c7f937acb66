import { setImmediate } from 'node:timers/promises';
import type { ReactNode } from 'react';

let lastTask: Promise<unknown> = Promise.resolve();

/** Renders its children in a later task, so that Node sends waiting responses before it (decision 014). */
export async function OwnTask({ children }: { children: ReactNode }): Promise<ReactNode> {
  // Node runs all immediates that are due one after the other, so each begins after the one before.
  lastTask = lastTask.then(() => setImmediate());
  await lastTask;
  return children;
}
