import { neededDocuments } from '#src/config/needed-documents.ts';
import type { ApiClient } from '#src/domain/api/api-client.ts';
import type { Application } from '#src/domain/model/application.ts';
import { CommandError } from '#src/domain/model/exit-codes.ts';
import { issueMessage } from '#src/domain/model/issues.ts';
import { messages } from '#src/domain/model/messages.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { normalizeApplication, validateApplication } from '#src/domain/rules/forms/application.ts';
import { errorMessage } from '#src/http/describe-error.ts';
import { ApiError } from '#src/http/errors.ts';
import { applicationSettings } from '#src/language/server.ts';
import { exitOfCommand } from '../errors.ts';
import {
  type ApplicationFixture,
  type DocumentFile,
  type Problem,
  problemsText,
  type ReadResult,
  readApplicationFixture,
} from '../fixtures.ts';
import type { Journal } from './journal.ts';
import { notAccepted, outcomeOfFailure, type SubmitResult } from './outcome.ts';

export interface Ready {
  readonly fixture: string;
  readonly application: Application;
  readonly documents: readonly DocumentFile[];
  readonly journal?: Journal;
}

type Prepared = Ready | SubmitResult;
export const isReady = (prepared: Prepared): prepared is Ready => !('outcome' in prepared);

interface Preparation {
  readonly client: ApiClient;
  readonly signal: AbortSignal;
  readonly stdin: () => Promise<Uint8Array>;
  readonly journalOf?: (fixture: string, application: Application) => Promise<Journal>;
}

/** Reads the openings, because their questions determine which answers are required. Sends no data of a candidate. */
export async function prepareAll(
  fixtures: readonly string[],
  preparation: Preparation,
): Promise<Prepared[]> {
  const { client, signal } = preparation;
  const openings = new Map<string, Promise<Opening | undefined>>();
  const openingOf = (id: string) => {
    const opening = openings.get(id) ?? client.findOpening(id, { signal });
    openings.set(id, opening);
    return opening;
  };
  return Promise.all(fixtures.map((fixture) => prepare(fixture, openingOf, preparation)));
}

async function prepare(
  fixture: string,
  openingOf: (id: string) => Promise<Opening | undefined>,
  { stdin, journalOf }: Preparation,
): Promise<Prepared> {
  const { value, problems } = await readApplicationFixture(fixture, stdin);
  if (!value) return invalid(fixture, problems);
  const id = value.application.joblistingid.trim();
  try {
    const journal = await journalOf?.(fixture, value.application);
    const { documents } = value;
    if (journal?.earlier && problems.length === 0)
      return { fixture, application: journal.earlier.application, documents, journal };
    const opening = await openingOf(id);
    if (!opening)
      return invalid(fixture, [
        { field: 'application.joblistingid', message: 'the host has no such opening' },
        ...problems,
      ]);
    return validate(fixture, { value, problems }, opening, journal);
  } catch (error) {
    const message = errorMessage(error);
    if (exitOfCommand(error) === 'invalid') return notAccepted(fixture, 'invalid', message);
    if (error instanceof ApiError) return notAccepted(fixture, outcomeOfFailure(error), message);
    throw new CommandError('unexpected', message, error);
  }
}

function validate(
  fixture: string,
  { value, problems: unusable }: Required<ReadResult<ApplicationFixture>>,
  opening: Opening,
  journal: Journal | undefined,
): Prepared {
  const { questions, company_id } = opening;
  const application = normalizeApplication(value.application, questions, applicationSettings());
  const issues = validateApplication(application, questions, applicationSettings()).map(
    (issue) => ({ field: `application.${issue.field}`, message: issueMessage(issue) }),
  );
  const named = [
    ...value.documents.map(({ type }) => `documents.${type}`),
    ...unusable.map(({ field }) => field),
  ];
  const missing = neededDocuments(opening)
    .map((type) => ({ field: `documents.${type}`, message: messages.required }))
    .filter(({ field }) => !named.includes(field));
  const problems = [...issues, ...missing, ...unusable];
  if (problems.length > 0) return invalid(fixture, problems);
  return {
    fixture,
    application: { ...application, company_id: application.company_id || company_id },
    documents: value.documents,
    ...(journal && { journal }),
  };
}

const invalid = (fixture: string, problems: readonly Problem[]): SubmitResult =>
  notAccepted(fixture, 'invalid', problemsText(problems));
