import { siteConfig } from '#src/config/site.ts';
import { type DocumentType, documentTypes } from '#src/domain/model/options.ts';

const isSameRole = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** Whether an opening with this role name does not need a document (site config). Section 5 still requires a file. */
const isNotNeeded = (documentType: DocumentType, roleName: string): boolean =>
  siteConfig.documents[documentType]?.notNeeded?.roles.some((role) => isSameRole(role, roleName)) ??
  false;

/** The labels of the documents that an opening does not need. */
export const documentsNotNeeded = (roleName: string): readonly string[] =>
  documentTypes.filter(({ type }) => isNotNeeded(type, roleName)).map(({ label }) => label);

/** The text at each document's field: what to send where an applicant has none. */
export const documentHelp = (roleName: string): Readonly<Partial<Record<DocumentType, string>>> =>
  Object.fromEntries(
    documentTypes.flatMap(({ type }) => {
      const config = siteConfig.documents[type];
      const help = isNotNeeded(type, roleName) ? config?.notNeeded?.help : config?.help;
      return help === undefined ? [] : [[type, help]];
    }),
  );
