import { html, raw } from 'hono/html';
import { language, texts } from '#language';
import { canonicalHref, listHref, openingHref } from '#src/addresses.ts';
import { settings } from '#src/config/settings.ts';
import { colorProperties } from '#src/config/skins.ts';
import { pageSize, readSearch, type Search } from '#src/domain/catalogue/search-parameters.ts';
import type { Referrer } from '#src/domain/model/application-options.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { referrerOf, withReferrer } from '#src/domain/rules/forms/referrer.ts';
import { joinLines } from '#src/framework/head-script.ts';
import { langOf, plural } from '#src/language/format.ts';
import { factsOf } from '#src/language/opening-facts.ts';
import { careersTitle, openingsTitle } from '#src/language/titles.ts';
import { hashSource } from '#src/request/hash-source.ts';
import { findOpenings, type SearchOutcome } from '../data/find-openings.ts';
import { narrowedTitle, searchSummary } from '../data/search-summary.ts';

const style = `:root{color-scheme:light dark;${colorProperties(['paper', 'on-paper', 'muted', 'accent', 'focus'])}}
body{margin:0;background:var(--paper);color:var(--on-paper);font:1.0625rem/1.6 system-ui,sans-serif}
main{padding:.75rem;overflow-wrap:anywhere}h1{font:600 1.1rem/1.35 system-ui,sans-serif;margin:0}p{margin:0}a{color:var(--accent)}
ul{list-style:none;margin:.75rem 0;padding:0}li{margin:0;padding:.6rem 0;border-top:1px solid color-mix(in srgb,currentColor 25%,transparent)}
li a{display:block;font-weight:600}small{display:block;color:var(--muted);font-size:.875rem}
:focus-visible{outline:3px solid var(--focus);outline-offset:3px}`;

/**
 * The message goes to any origin, because title and height are no secrets and the embedding site is not known. If a
 * sandbox keeps the frame from changing the window, links open a new tab.
 */
const script = joinLines(`
  onclick=e=>{
    const a=e.target.closest('a');
    if(!a||e.button||e.altKey||e.ctrlKey||e.metaKey||e.shiftKey)return;
    e.preventDefault();
    try{top.location=a.href}catch{open(a.href,'_blank','noopener')}
  };
  parent.postMessage(document.title,'*');
  new ResizeObserver(()=>
    parent.postMessage(Math.ceil(document.documentElement.getBoundingClientRect().height),'*')
  ).observe(document.documentElement)
`);

/** Any site may frame the page, because it reads no cookie and has no controls except links. */
const policy = [
  "default-src 'none'",
  `script-src ${hashSource(script)}`,
  `style-src ${hashSource(style)}`,
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join('; ');

/** Responds with openings for a frame of another site. It ignores a search text, because the frame has no form. */
export async function embeddedList(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const { page: _page, ...requested } = readSearch(searchParams);
  const search = { ...requested, q: '' };
  const ref = referrerOf(searchParams) ?? 'sundry_website';
  const outcome = await findOpenings(search, { isForOthers: true });
  return new Response(embeddedPage(search, outcome, ref), {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
  });
}

function embeddedPage(search: Search, outcome: SearchOutcome, ref: Referrer): string {
  const { tag, dir } = language();
  const { embed } = texts().openings;
  const { siteOrigin } = settings();
  const all = outcome.kind === 'found' ? outcome.openings : [];
  const shown = all.slice(0, pageSize);
  const heading =
    outcome.kind === 'found' && shown.length > 0
      ? (narrowedTitle(outcome) ?? openingsTitle())
      : searchSummary(outcome);
  const list = html`<ul>${shown.map((opening) => item(opening, search, ref))}</ul>`;
  const rest = all.length > shown.length ? plural(embed.all, all.length) : careersTitle();
  const canonical = siteOrigin + canonicalHref(search);
  return `${html`<!DOCTYPE html><html lang="${tag}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${heading}</title><link rel="canonical" href="${canonical}"><style>${raw(style)}</style></head><body><main><h1>${heading}</h1>${shown.length > 0 ? list : ''}<p><a href="${withReferrer(listHref(search), ref)}" target="_top">${rest}</a></p><script>${raw(script)}</script></main></body></html>`}`;
}

function item(opening: Opening, { company_id, city }: Search, ref: Referrer) {
  const { id, role_name } = opening;
  const lang = langOf(opening.language);
  const names = ['place', 'type', 'pay', 'countdown'] as const;
  const facts = factsOf(opening, company_id?.length === 1 ? names : ['company', ...names], city);
  return html`<li dir="auto"><a href="${withReferrer(openingHref(id), ref)}" target="_top"${lang === undefined ? '' : html` lang="${lang}"`}>${role_name.trim() || texts().openings.untitled}</a><small>${facts.join(' · ')}</small></li>`;
}
