'use server';

import { texts } from '#language';
import type { Texts } from '#src/texts/catalogue.ts';

/** The texts of the documents form, which the page of an opening needs only after acceptance. */
export async function readDocumentTexts(): Promise<
  Pick<Texts, 'documents' | 'files' | 'photographs'>
> {
  const { documents, files, photographs } = texts();
  return { documents, files, photographs };
}
