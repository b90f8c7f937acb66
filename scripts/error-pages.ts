/** The errors that a proxy in front of the site answers itself: pages with the company's name, and what a script gets. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { languages, runInLanguage, texts } from '../src/language/server.ts';
import { errorBody, plainPage } from '../src/request/error-response.ts';

/** The name of the text of each HTTP status. */
const messages = {
  413: 'tooMuchText',
  414: 'notUnderstood',
  431: 'longHeaders',
  502: 'failed',
  503: 'failed',
  504: 'tooSlow',
} as const;

/** Returns the contents by path: `/fr/502.html`. */
export const errorPages = (): [path: string, content: string][] =>
  languages.flatMap(({ tag, prefix }) =>
    runInLanguage(tag, () =>
      Object.entries(messages).flatMap(([status, name]): [string, string][] => {
        const message = texts().errors[name];
        return [
          [`${prefix}/${status}.html`, plainPage(Number(status), message)],
          [`${prefix}/${status}.json`, JSON.stringify(errorBody(message))],
        ];
      }),
    ),
  );

export async function writeErrorPages(directory: string): Promise<void> {
  for (const [path, content] of errorPages()) {
    const file = join(directory, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}
