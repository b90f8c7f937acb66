import type { CDPSession, Page } from 'playwright-core';

/** What one visit fetched, as it came over the wire. */
export interface FinishedRequest {
  readonly url: string;
  readonly type: string;
  /** Compressed bytes, headers included. */
  readonly bytes: number;
}

/** Collects every finished request of the page from now on. */
export async function recordRequests(page: Page): Promise<readonly FinishedRequest[]> {
  const wire = await page.context().newCDPSession(page);
  await wire.send('Network.enable');
  const open = new Map<string, { readonly url: string; readonly type: string }>();
  const fetched: FinishedRequest[] = [];
  wire.on('Network.responseReceived', ({ requestId, response, type }) =>
    open.set(requestId, { url: response.url, type }),
  );
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = open.get(requestId);
    if (request) fetched.push({ ...request, bytes: encodedDataLength });
  });
  return fetched;
}

/** A phone of some years ago on a slow line: 4 times slower, 1.6 Mbit/s down, 150 ms away. */
export async function slowPhone(page: Page): Promise<CDPSession> {
  const wire = await page.context().newCDPSession(page);
  await wire.send('Network.enable');
  await wire.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (0.75 * 1024 * 1024) / 8,
  });
  await wire.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return wire;
}

/**
 * To be called before the page loads: keeps every layout shift. For pages nobody touches: Chromium
 * excuses what moves within 500 ms of an input, and takes a phone's first measuring of the page for one.
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
          sources: { node?: Element }[];
        };
        const nodes = shift.sources.map(({ node }) =>
          node ? `${node.nodeName}.${String((node as HTMLElement).className ?? '')}` : '?',
        );
        shifts.push({ at: shift.startTime, value: shift.value, nodes });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/**
 * Cumulative layout shift as the web vitals define it: the worst window of shifts that lie less than a
 * second apart, five seconds long at most. With the elements that moved.
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

/** Goes down the page a screen at a time, each time until two frames were drawn, as a reader would. */
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
