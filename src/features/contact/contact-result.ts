import { formResult } from '#src/server/form-result.ts';
import type { ContactState } from './contact-state.ts';

export const contactResult = formResult<ContactState>('contact');
