import { z } from 'zod';

/**
 * The hiring stages of an application in their usual order, but any stage may follow any other. If a company uses no
 * stages, each application stays in the first. `isAnswer`: the company has decided something. `takesDocuments`: the
 * private page asks for missing documents.
 */
const stages = [
  { stage: 'received', isAnswer: false, takesDocuments: true },
  { stage: 'review', isAnswer: false, takesDocuments: true },
  { stage: 'interview', isAnswer: true, takesDocuments: true },
  { stage: 'offer', isAnswer: true, takesDocuments: true },
  { stage: 'hired', isAnswer: true, takesDocuments: true },
  { stage: 'declined', isAnswer: true, takesDocuments: false },
] as const;
export type Stage = (typeof stages)[number]['stage'];
export const firstStage = 'received' satisfies Stage;

export const stageNames = stages.map(({ stage }) => stage);
export const laterStages = stageNames.filter((stage) => stage !== firstStage);
export const stageSchema = z.enum(stageNames);

export const stageOf = (name: Stage) => stages.find(({ stage }) => stage === name) ?? stages[0];

/** Returns whether an application takes documents: not after a withdrawal or a refusal. No stage means the first. */
export const takesDocuments = (application: {
  readonly stage?: Stage | null | undefined;
  readonly withdrawn_at: string | null;
}): boolean =>
  application.withdrawn_at === null && stageOf(application.stage ?? firstStage).takesDocuments;
