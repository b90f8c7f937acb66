import { setImmediate, setTimeout } from 'node:timers/promises';
import type { ReactNode } from 'react';

let lastTask: Promise<unknown> = Promise.resolve();

/** Renders its children in a later task, so that Node sends waiting responses before it (decision 014). */
export async function OwnTask({ children }: { children: ReactNode }): Promise<ReactNode> {
  // React writes what the task before has rendered when a timer of 0 ms ends. An immediate after such a timer is later, so
  // that equal pages have equal bytes; and Node sends responses between the two.
  lastTask = lastTask.then(() => setTimeout(0)).then(() => setImmediate());
  await lastTask;
  return children;
}
