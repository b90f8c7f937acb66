import { isExcepted } from '#src/config/needed-documents.ts';
import { settings } from '#src/config/settings.ts';
import { type DocumentType, documentOrder } from '#src/domain/model/document-types.ts';
import type { OpeningNames } from '#src/domain/model/opening.ts';
import { site } from '#src/language/server.ts';

/** The text tells an applicant who has no such document what to send, and whether the opening needs it. */
export type DocumentHelp = Readonly<
  Partial<Record<DocumentType, { readonly text: string; readonly isNeeded: boolean }>>
>;

/** Section 5 requires each file. The site config names the openings that do not need one of them. */
export const documentHelp = (opening: OpeningNames): DocumentHelp =>
  Object.fromEntries(
    documentOrder.flatMap((type) => {
      const { help, notNeeded } = site().documents[type] ?? {};
      const isNeeded = !isExcepted(notNeeded, opening);
      const text = isNeeded ? help : notNeeded?.help;
      return text === undefined ? [] : [[type, { text, isNeeded }]];
    }),
  );

export const documentsProps = (opening: OpeningNames) => ({
  help: documentHelp(opening),
  maxBytes: settings().uploadMaxBytes,
  photographs: site().photographs,
});
