import { postedResult } from '#src/site/posted.ts';
import type { ApplyState } from './apply-state.ts';

export const postedApplication = postedResult<ApplyState>('application');
