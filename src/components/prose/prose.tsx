export interface ProseHtml {
  readonly __html: string;
}

/** A paragraph of the site config, whose Markdown became HTML when the file was read. */
export const Prose = ({ text, as: Element = 'p' }: { text: ProseHtml; as?: 'p' | 'dd' }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: config/site-values.ts leaves no HTML of the text in it
  <Element dangerouslySetInnerHTML={text} />
);
