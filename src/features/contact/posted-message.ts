import { postedResult } from '#src/site/posted.ts';
import type { ContactState } from './contact-state.ts';

export const postedMessage = postedResult<ContactState>('contact');
