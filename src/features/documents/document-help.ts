import { settings } from '#src/config/settings.ts';
import { type DocumentType, documentTypes } from '#src/domain/model/document-types.ts';
import { site } from '#src/language/server.ts';

const isSameRole = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** The text tells an applicant who has no such document what to send, and whether the opening needs it. */
export type DocumentHelp = Readonly<
  Partial<Record<DocumentType, { readonly text: string; readonly isNeeded: boolean }>>
>;

/** Section 5 requires each file. The site config has the roles that do not need one. */
export const documentHelp = (roleName: string): DocumentHelp =>
  Object.fromEntries(
    documentTypes.flatMap(({ type }) => {
      const { help, notNeeded } = site().documents[type] ?? {};
      const isNeeded = !notNeeded?.roles.some((role) => isSameRole(role, roleName));
      const text = isNeeded ? help : notNeeded?.help;
      return text === undefined ? [] : [[type, { text, isNeeded }]];
    }),
  );

export const documentsProps = (roleName: string) => ({
  help: documentHelp(roleName),
  maxBytes: settings().uploadMaxBytes,
  photographs: site().photographs,
});
