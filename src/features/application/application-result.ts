import { formResult } from '#src/server/form-result.ts';
import type { ApplyState } from './apply-state.ts';

export const applicationResult = formResult<ApplyState>('application');
