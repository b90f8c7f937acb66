import { firstStage, type Stage } from '#src/domain/model/stages.ts';
import { site } from './server.ts';

/**
 * Returns what happens next in a stage. The note of an interview, which says on which day it is, replaces the sentence about
 * agreeing on one.
 */
export const nextStep = (stage: Stage, note: string | null | undefined): string =>
  stage === firstStage || (stage === 'interview' && note) ? '' : site().stages[stage].next;
