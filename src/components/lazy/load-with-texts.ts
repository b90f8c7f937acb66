import { addTexts, texts } from '#language';
import { textsHref } from '#src/addresses.ts';
import { type LateTexts, lateTexts } from '#src/language/late-texts.ts';

/** Loads a script and its texts. If one of them cannot be loaded it rejects, and the page stays as without the script. */
export async function loadWithTexts<Module>(
  part: LateTexts,
  load: () => Promise<Module>,
): Promise<Module> {
  const [module] = await Promise.all([load(), loadTexts(part)]);
  return module;
}

/** A page may have them from the beginning, as the server has. */
async function loadTexts(part: LateTexts): Promise<void> {
  const present = texts();
  if (lateTexts[part].every((section) => section in present)) return;
  const response = await fetch(textsHref(part));
  if (!response.ok) throw new Error(`${textsHref(part)}: ${response.status}`);
  addTexts(await response.json());
}
