import { settings } from '#src/config/settings.ts';
import { siteConfig } from '#src/config/site.ts';
import { type DocumentType, documentTypes } from '#src/domain/model/document-types.ts';

const isSameRole = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** The text tells an applicant who has no such document what to send, and whether the opening needs it. */
export type DocumentHelp = Readonly<
  Partial<Record<DocumentType, { readonly text: string; readonly isNeeded: boolean }>>
>;

/**
 * Returns the help text of each document for an opening with this role name (site config). Section 5 requires each file.
 */
export const documentHelp = (roleName: string): DocumentHelp =>
  Object.fromEntries(
    documentTypes.flatMap(({ type }) => {
      const { help, notNeeded } = siteConfig.documents[type] ?? {};
      const isNeeded = !notNeeded?.roles.some((role) => isSameRole(role, roleName));
      const text = isNeeded ? help : notNeeded?.help;
      return text === undefined ? [] : [[type, { text, isNeeded }]];
    }),
  );

/** Returns the props of the documents section that only the server knows, for an application to this role. */
export const documentsProps = (roleName: string) => ({
  help: documentHelp(roleName),
  maxBytes: settings().uploadMaxBytes,
  photographs: siteConfig.photographs,
});
