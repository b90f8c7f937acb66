/** Text made safe to stand in HTML, in attributes too. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const style = `:root{color-scheme:light dark;--paper:#faf6ef;--ink:#2a211b;--accent:#9a3412}
@media (prefers-color-scheme:dark){:root{--paper:#1d1815;--ink:#f3ebe0;--accent:#f0a878}}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.6 system-ui,sans-serif}
main{max-width:36rem;margin:0 auto;padding:15vh 1.5rem 4rem}
h1{font:600 1.8rem/1.25 Georgia,serif;margin:0 0 1rem}a{color:var(--accent)}
label{display:block;font-weight:600;margin-top:1.25rem}input,button{font:inherit;margin-top:.25rem}
button{margin-top:2rem;padding:.6rem 1.4rem;border:0;border-radius:.25rem;background:var(--accent);color:var(--paper)}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px}`;

/**
 * A whole page of its own for when the site's own cannot be had: no script, no file to load, readable in
 * any browser. `body` is HTML, `title` is text.
 */
export function plainPage({ title, body }: { title: string; body: string }): string {
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>${body}</main></body></html>`;
}
