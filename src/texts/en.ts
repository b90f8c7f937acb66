import { messages } from '../domain/model/messages.ts';

/** The texts of the site in English, which is the first language of each text (src/texts/catalogue.ts). */
export const en = {
  language: { tag: 'en', name: 'English', dir: 'ltr' },
  /** The messages of the specification (sections 2, 4, 5 and 8). */
  messages,
} as const;
