import { createContext } from 'react';
import type { DocumentType } from '#src/domain/model/document-types.ts';

/** The application that a page shows as accepted. The application form provides it, and the documents form sends to it. */
export interface AcceptedApplication {
  readonly applicantId: string;
  /** The random id of the site's record; undefined if the browser has no upload ticket. */
  readonly submissionId?: string | undefined;
  /** The documents that had arrived when the page began to show the application. */
  readonly received?: readonly DocumentType[] | undefined;
}

export const AcceptedContext = createContext<AcceptedApplication>({ applicantId: '' });
