import { addTexts, texts } from '#language';
import { textsHref } from '#src/addresses.ts';
import type { LateTexts } from '#src/language/late-texts.ts';

/** Loads a script and its texts. If one of them fails, it rejects, and the page stays as it is without the script. */
export async function loadWithTexts<Module>(
  part: LateTexts,
  load: () => Promise<Module>,
): Promise<Module> {
  const [module] = await Promise.all([load(), loadTexts(part)]);
  return module;
}

/** Loads texts, unless the page has them already because it names this section (src/language/late-texts.ts). */
async function loadTexts(part: LateTexts): Promise<void> {
  if (part in texts()) return;
  const response = await fetch(textsHref(part));
  if (!response.ok) throw new Error(`${textsHref(part)}: ${response.status}`);
  addTexts(await response.json());
}
