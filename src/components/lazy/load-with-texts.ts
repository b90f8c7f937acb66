import { addTexts, texts } from '#language';
import { textsHref } from '#src/addresses.ts';
import type { LateTexts } from '#src/language/late-texts.ts';

/** Loads a script and its texts. If one of them cannot be loaded it rejects, and the page stays as without the script. */
export async function loadWithTexts<Module>(
  part: LateTexts,
  load: () => Promise<Module>,
): Promise<Module> {
  const [module] = await Promise.all([load(), loadTexts(part)]);
  return module;
}

/** A page that names the section of this name sends all of them (src/language/late-texts.ts), as the server has them. */
async function loadTexts(part: LateTexts): Promise<void> {
  if (part in texts()) return;
  const response = await fetch(textsHref(part));
  if (!response.ok) throw new Error(`${textsHref(part)}: ${response.status}`);
  addTexts(await response.json());
}
