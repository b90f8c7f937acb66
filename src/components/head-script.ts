import { preloaderScript } from './preloader/preloader-script.ts';
import { skinScript } from './skin-panel/skins.ts';

/**
 * The script in every page's head, to the letter: the content security policy names it by its hash, so
 * the page that holds it and the policy must have it from here.
 */
export const headScript = `${skinScript};${preloaderScript}`;
