import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2 A and AA with everything before it, and axe's best practices. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const rulesOf = {
  colors: ['color-contrast'],
  sizes: ['target-size', 'scrollable-region-focusable'],
} as const;

/**
 * Returns the violations that axe finds on the current page: one line for each, with its elements. Animations are
 * finished first, because a half-faded color is not a final color. 'colors' and 'sizes': only the rules that depend on the
 * color scheme, or on the width of the page. `within`: only in the elements that this selector matches.
 */
export async function violations(
  page: Page,
  {
    rules = 'all',
    within,
  }: { readonly rules?: 'all' | keyof typeof rulesOf; readonly within?: string | undefined } = {},
): Promise<string[]> {
  await page.evaluate(async () => {
    // A finished animation may start another: an inherited color of an element with its own transition.
    for (let still = 0, frames = 0; still < 2 && frames < 60; frames += 1) {
      const moving = document.getAnimations().filter(({ effect, playState }) => {
        const { iterations } = effect?.getComputedTiming() ?? {};
        return playState === 'running' && iterations !== Number.POSITIVE_INFINITY;
      });
      for (const animation of moving) animation.finish();
      still = moving.length === 0 ? still + 1 : 0;
      await new Promise(requestAnimationFrame);
    }
  });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const found = await page.evaluate(
    ([runOnly, within]) =>
      (
        window as unknown as {
          axe: { run(context: string | Document, options: object): Promise<AxeResults> };
        }
      ).axe.run(within ?? document, { runOnly, resultTypes: ['violations'] }),
    [
      rules === 'all'
        ? { type: 'tag', values: tags }
        : { type: 'rule', values: [...rulesOf[rules]] },
      within,
    ] as const,
  );
  return found.violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes
        .slice(0, 5)
        .map(
          ({ target, failureSummary }) =>
            `    ${target.join(' ')}: ${failureSummary?.replace(/\s+/g, ' ')}`,
        )
        .join('\n')}`,
  );
}
