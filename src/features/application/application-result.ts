import { formResult } from '#src/server/request-context.ts';
import type { ApplyState } from './apply-state.ts';

export const applicationResult = formResult<ApplyState>('application');
