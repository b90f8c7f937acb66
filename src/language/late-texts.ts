import type { Section } from '#src/texts/catalogue.ts';

/**
 * The sections of the texts that a script needs which pages load later. The site sends them at /texts/:part. The name of a
 * part is also that of a section in it: the browser has the part if it has this section.
 */
export const lateTexts = {
  documents: ['documents', 'files', 'fileField', 'photographs'],
  editor: ['editor'],
  /** A page in another language asks for these. */
  language: ['language'],
  lightbox: ['lightbox'],
  mapControls: ['mapControls'],
} as const satisfies { readonly [Part in Section]?: readonly [Part, ...Section[]] };

export type LateTexts = keyof typeof lateTexts;

export const isLateTexts = (part: string): part is LateTexts => Object.hasOwn(lateTexts, part);
