import { firstStage, type Stage } from '#src/domain/model/stages.ts';
import { site } from './server.ts';

/**
 * Returns the sentence about the next step of a stage. The note of an interview, which names its day, replaces the
 * sentence about agreeing on a day.
 */
export const nextStep = (stage: Stage, note: string | null | undefined): string =>
  stage === firstStage || (stage === 'interview' && note) ? '' : site().stages[stage].next;
