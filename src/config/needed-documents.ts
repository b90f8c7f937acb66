import { type DocumentType, documentOrder } from '#src/domain/model/document-types.ts';
import type { OpeningNames } from '#src/domain/model/opening.ts';
import { nameKey } from '#src/domain/rules/text/text.ts';
import { siteConfig } from './site.ts';
import type { SiteConfig } from './site-schema.ts';

type Documents = SiteConfig['documents'];
type Exception = NonNullable<Documents[DocumentType]>['notNeeded'];

/** Returns whether the exception is for an opening, by the name of its role or company. */
export function isExcepted(exception: Exception, opening: OpeningNames): boolean {
  if (!exception) return false;
  const { roles, companies } = exception;
  const has = (names: readonly string[], name: string) =>
    names.some((one) => nameKey(one) === nameKey(name));
  return roles || companies
    ? has(roles ?? [], opening.role_name) || has(companies ?? [], opening.company_name)
    : true;
}

/** Returns whether some openings do not ask for the document, because their exception names nothing to send instead. */
export function mayBeLeftOut(type: DocumentType, documents: Documents = siteConfig.documents) {
  const { notNeeded } = documents[type] ?? {};
  return notNeeded !== undefined && notNeeded.help === undefined;
}

/** Returns the documents that an application to the opening needs: all (section 5) or fewer, but at least the first. */
export function neededDocuments(
  opening: OpeningNames,
  documents: Documents = siteConfig.documents,
): readonly DocumentType[] {
  const needed = documentOrder.filter(
    (type) => !(mayBeLeftOut(type, documents) && isExcepted(documents[type]?.notNeeded, opening)),
  );
  return needed.length > 0 ? needed : documentOrder.slice(0, 1);
}
