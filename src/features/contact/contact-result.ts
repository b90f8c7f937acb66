import { formResult } from '#src/server/request-context.ts';
import type { ContactState } from './contact-state.ts';

export const contactResult = formResult<ContactState>('contact');
