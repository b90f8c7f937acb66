import type { Section } from '#src/texts/catalogue.ts';

/** The sections of the texts that a script needs which pages load later. The site sends them at /texts/:part. */
export const lateTexts = {
  documents: ['documents', 'files', 'fileField', 'photographs'],
  editor: ['editor'],
  /** A page in another language asks for these. */
  language: ['language'],
  lightbox: ['lightbox'],
  map: ['mapControls'],
} as const satisfies Readonly<Record<string, readonly Section[]>>;

export type LateTexts = keyof typeof lateTexts;

export const isLateTexts = (part: string): part is LateTexts => Object.hasOwn(lateTexts, part);
