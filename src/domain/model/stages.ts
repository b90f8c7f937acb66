import { z } from 'zod';

/**
 * The hiring stages of an application, in their usual order; any may follow any. A company that uses none leaves each
 * application in the first. `isAnswer`: the company has decided something. `takesDocuments`: the private page asks for
 * documents that are missing.
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

/** Returns whether an application takes documents: not after a withdrawal or a refusal. Without a stage it is in the first. */
export const takesDocuments = (application: {
  readonly stage?: Stage | null | undefined;
  readonly withdrawn_at: string | null;
}): boolean =>
  application.withdrawn_at === null && stageOf(application.stage ?? firstStage).takesDocuments;
