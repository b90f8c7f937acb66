import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages, runInLanguage, texts } from '#src/language/server.ts';
import { errorBody, plainPage } from '#src/request/error-response.ts';

/** The name of the text of each HTTP status. */
const messages = {
  413: 'tooMuchText',
  414: 'notUnderstood',
  431: 'longHeaders',
  502: 'failed',
  503: 'failed',
  504: 'tooSlow',
} as const;

/** Writes the answers to errors of a proxy in front of the site: a page such as `fr/502.html`, and JSON for scripts. */
export function writeErrorPages(directory: string): void {
  for (const { tag, prefix } of languages)
    runInLanguage(tag, () => {
      const folder = join(directory, prefix);
      mkdirSync(folder, { recursive: true });
      for (const [status, name] of Object.entries(messages)) {
        const message = texts().errors[name];
        writeFileSync(join(folder, `${status}.html`), plainPage(Number(status), message));
        writeFileSync(join(folder, `${status}.json`), JSON.stringify(errorBody(message)));
      }
    });
}
