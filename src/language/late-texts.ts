import type { Section } from '#src/texts/catalogue.ts';

/**
 * The sections of the texts for scripts that pages load later. The site sends them at /texts/:part. A part has the name
 * of one of its sections: if the browser has this section, it has the part.
 */
export const lateTexts = {
  documents: ['documents', 'files', 'fileField', 'photographs'],
  editor: ['editor'],
  /** For the line that offers another language. */
  language: ['language'],
  lightbox: ['lightbox'],
  mapControls: ['mapControls'],
} as const satisfies { readonly [Part in Section]?: readonly [Part, ...Section[]] };

export type LateTexts = keyof typeof lateTexts;

export const isLateTexts = (part: string): part is LateTexts => Object.hasOwn(lateTexts, part);
