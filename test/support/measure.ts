import type { CDPSession, Page } from 'playwright-core';

/** One finished request of a page. */
export interface FinishedRequest {
  readonly url: string;
  readonly type: string;
  /** Compressed bytes, including headers. */
  readonly bytes: number;
}

/** Records every finished request of the page from now on. */
export async function recordRequests(page: Page): Promise<readonly FinishedRequest[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const open = new Map<string, { readonly url: string; readonly type: string }>();
  const fetched: FinishedRequest[] = [];
  session.on('Network.responseReceived', ({ requestId, response, type }) =>
    open.set(requestId, { url: response.url, type }),
  );
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = open.get(requestId);
    if (request) fetched.push({ ...request, bytes: encodedDataLength });
  });
  return fetched;
}

/** Simulates a phone on a slow connection: 1.6 Mbit/s down, 150 ms latency. */
export async function slowConnection(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (0.75 * 1024 * 1024) / 8,
  });
  return session;
}

/**
 * Records every layout shift; call it before the page loads. Do not send input: Chromium ignores shifts
 * within 500 ms of an input.
 */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { at: number; value: number; nodes: string[] }[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = entry as unknown as {
          startTime: number;
          value: number;
          sources: {
            node?: Element;
            previousRect: DOMRectReadOnly;
            currentRect: DOMRectReadOnly;
          }[];
        };
        const nodes = shift.sources.map(({ node, previousRect: from, currentRect: to }) => {
          const name = node
            ? `${node.nodeName}.${String((node as HTMLElement).className ?? '')}`
            : '?';
          return `${name} from ${from.x},${from.y} (${from.width} × ${from.height}) to ${to.x},${to.y} (${to.width} × ${to.height})`;
        });
        shifts.push({ at: shift.startTime, value: shift.value, nodes });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/**
 * Cumulative layout shift as defined by Web Vitals: the largest window of shifts less than a second apart,
 * at most five seconds long. Also returns the moved elements.
 */
export async function layoutShift(
  page: Page,
): Promise<{ readonly value: number; readonly moved: readonly string[] }> {
  const shifts = await page.evaluate(
    () =>
      (window as unknown as { shifts: { at: number; value: number; nodes: string[] }[] }).shifts,
  );
  let worst = 0;
  let sum = 0;
  let first = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (const { at, value } of shifts) {
    const follows = at - last < 1000 && at - first < 5000;
    sum = follows ? sum + value : value;
    if (!follows) first = at;
    last = at;
    worst = Math.max(worst, sum);
  }
  return {
    value: worst,
    moved: shifts.flatMap(({ value, nodes }) => nodes.map((node) => `${value.toFixed(4)} ${node}`)),
  };
}

/** Scrolls through the page one screen at a time and waits for a few frames at each step. */
export async function readThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const step = window.innerHeight * 0.8;
    for (let y = 0; y < document.documentElement.scrollHeight; y += step) {
      window.scrollTo({ top: y, behavior: 'instant' });
      for (let frames = 0; frames < 6; frames += 1) await new Promise(requestAnimationFrame);
    }
  });
  await page.waitForLoadState('networkidle');
}
