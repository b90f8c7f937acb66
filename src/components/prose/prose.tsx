export interface ProseHtml {
  readonly __html: string;
}

/** A text of the site config: a paragraph or several blocks. Its Markdown became HTML when the file was read. */
export function Prose({ text, as }: { text: ProseHtml; as?: 'dd' }) {
  const isBlocks = /^<(?:p|h\d|[ou]l)>/.test(text.__html);
  const Element = as ?? (isBlocks ? 'div' : 'p');
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: config/site-values.ts leaves no HTML of the text in it
    <Element className={isBlocks ? 'prose' : undefined} dangerouslySetInnerHTML={text} />
  );
}
