import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { DomUtils, parseDocument } from 'htmlparser2';
import type { Page } from 'playwright-core';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import { spamCheckFields } from '#src/domain/rules/forms/spam-check.ts';
import type { Applicant } from './applicant.ts';
import { newAddress } from './client-address.ts';

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

/** A page as a program without styles or scripts reads it. */
export interface NoScriptPage {
  readonly status: number;
  readonly url: string;
  readonly headers: Headers;
  readonly html: string;
  /** The page's text with white space collapsed. */
  readonly text: string;
  readonly title: string;
  /** The form in <main> that contains a control of this name; throws if there is none. */
  form(controlName: string): NoScriptForm;
}

export interface NoScriptForm {
  readonly action: string;
  readonly method: string;
  readonly enctype: string;
  /** Every control that the browser would submit, in the order of the page. */
  readonly values: ReadonlyMap<string, string>;
  /** The names of all controls, including file fields and empty ones. */
  readonly names: readonly string[];
}

/** Sends GET requests and forms like a browser without JavaScript: it keeps cookies and follows redirects. */
export class NoScriptBrowser {
  readonly cookies = new Map<string, string>();
  readonly #origin: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(origin: string, headers: Readonly<Record<string, string>> = newAddress()) {
    this.#origin = origin;
    this.#headers = headers;
  }

  /** `from` is the page whose link leads to the path; absent if the visitor typed the address. */
  get(path: string, from?: NoScriptPage): Promise<NoScriptPage> {
    return this.#request(path, { method: 'GET' }, from);
  }

  /**
   * Submits the form of a page with changed values and chosen files. It adds the elapsed time that script would add,
   * because the site delays a form without it.
   */
  submit(
    page: NoScriptPage,
    form: NoScriptForm,
    changes: Readonly<Record<string, string>>,
    files: Readonly<Record<string, File>> = {},
  ): Promise<NoScriptPage> {
    const elapsed = form.values.has(spamCheckFields.honeypot)
      ? { [spamCheckFields.elapsed]: '60000' }
      : {};
    const values = new Map([...form.values, ...Object.entries({ ...elapsed, ...changes })]);
    const action = new URL(form.action || page.url, page.url);
    if (form.method === 'get') {
      action.search = new URLSearchParams([...values]).toString();
      return this.#request(action.href, { method: 'GET' }, page);
    }
    const data = new FormData();
    for (const [name, value] of values) data.set(name, value);
    for (const [name, file] of Object.entries(files)) data.set(name, file);
    const body = form.enctype === 'multipart/form-data' ? data : new URLSearchParams([...values]);
    return this.#request(action.href, { method: 'POST', body }, page);
  }

  /** Lets the visitor go on in another browser, as if it had sent the requests of this one. */
  async giveCookiesTo(page: Page): Promise<void> {
    const cookies = [...this.cookies].map(([name, value]) => ({ name, value, url: this.#origin }));
    await page.context().addCookies(cookies);
  }

  /** Sends one request with the visitor's cookies and follows no redirect: for URLs that are not pages. */
  async raw(path: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(new URL(path, this.#origin), {
      redirect: 'manual',
      ...init,
      headers: {
        ...this.#headers,
        origin: this.#origin,
        ...(cookie && { cookie }),
        ...init.headers,
      },
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';');
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      if (attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute)))
        this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  async #request(path: string, init: RequestInit, from?: NoScriptPage): Promise<NoScriptPage> {
    // Not compressed, which other tests prove: it takes a seventh of the processor time of a page.
    const headers = {
      accept: 'text/html',
      'accept-encoding': 'identity',
      ...(from && { referer: from.url }),
    };
    const response = await this.raw(path, { ...init, headers });
    const location = response.headers.get('location');
    if (location === null || response.status < 300 || response.status > 399)
      return readPage(response, await response.text());
    await response.body?.cancel();
    return this.#request(new URL(location, response.url).href, { method: 'GET' }, from);
  }
}

function readPage(response: Response, html: string): NoScriptPage {
  const document = parseDocument(html);
  for (const name of ['script', 'style', 'template'])
    for (const element of DomUtils.getElementsByTagName(name, document))
      DomUtils.removeElement(element);
  const [title] = DomUtils.getElementsByTagName('title', document);
  const [body] = DomUtils.getElementsByTagName('body', document);
  return {
    status: response.status,
    url: response.url,
    headers: response.headers,
    html,
    text: textOf(body ?? document)
      .replace(/\s+/g, ' ')
      .trim(),
    title: title ? DomUtils.textContent(title) : '',
    form(controlName) {
      const [main] = DomUtils.getElementsByTagName('main', document);
      const found = DomUtils.getElementsByTagName('form', main ?? document).find((form) =>
        controlsOf(form).some(({ attribs }) => attribs.name === controlName),
      );
      if (!found) throw new Error(`${response.url} has no form with ${controlName}`);
      return readForm(found);
    },
  };
}

const inline = new Set(['a', 'abbr', 'b', 'em', 'i', 'kbd', 'small', 'span', 'strong', 'time']);

/** Text as a reader sees it: the words of adjacent blocks are separated. */
function textOf(node: Parameters<typeof DomUtils.textContent>[0]): string {
  if (Array.isArray(node)) return node.map(textOf).join('');
  if (!('children' in node)) return DomUtils.textContent(node);
  const text = textOf(node.children as Parameters<typeof DomUtils.textContent>[0]);
  return 'name' in node && inline.has(node.name) ? text : ` ${text} `;
}

const controlsOf = (form: Element): Element[] =>
  DomUtils.findAll(({ name }) => ['input', 'select', 'textarea'].includes(name), form.children);

function readForm(form: Element): NoScriptForm {
  const controls = controlsOf(form).filter(
    ({ attribs }) => attribs.name && attribs.disabled === undefined,
  );
  const values = new Map<string, string>();
  for (const control of controls) {
    const value = sentValue(control);
    if (value !== undefined) values.set(control.attribs.name ?? '', value);
  }
  return {
    action: form.attribs.action ?? '',
    method: (form.attribs.method ?? 'get').toLowerCase(),
    enctype: (form.attribs.enctype ?? '').toLowerCase(),
    values,
    names: controls.map(({ attribs }) => attribs.name ?? ''),
  };
}

function sentValue(control: Element): string | undefined {
  // The parser keeps the line break that HTML drops after <textarea>.
  if (control.name === 'textarea') return DomUtils.textContent(control).replace(/^\n/, '');
  if (control.name === 'select') {
    const options = DomUtils.getElementsByTagName('option', control);
    const chosen = options.find(({ attribs }) => attribs.selected !== undefined) ?? options[0];
    return chosen && (chosen.attribs.value ?? DomUtils.textContent(chosen));
  }
  const { type = 'text', checked, value } = control.attribs;
  if (type === 'file' || type === 'submit' || type === 'button') return undefined;
  if ((type === 'checkbox' || type === 'radio') && checked === undefined) return undefined;
  return value ?? '';
}

/** Returns the form's values for an applicant; the letter as plain text. */
export const formValues = ({ fields, answers, letter }: Applicant): Record<string, string> => ({
  ...fields,
  ...Object.fromEntries(Object.entries(answers).map(([id, text]) => [`answers[${id}]`, text])),
  cover_letter: letter,
});

/** Returns the same answer to each question of an application form. */
export const answersTo = ({ names }: NoScriptForm, answer: string): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const id = /^answers\[(.+)\]$/.exec(name)?.[1];
      return id === undefined ? [] : [[id, answer]];
    }),
  );

/**
 * Returns the path of the private page of the application that a browser has sent. The site waits two seconds for its API
 * host, which a busy machine may need; without an answer its page has no link, and a person loads it again.
 */
export async function privatePage(visitor: NoScriptBrowser, prefix = ''): Promise<string> {
  const headers = { accept: 'application/json' };
  let answer = '';
  for (let again = 0; again < 10; again += 1) {
    const response = await visitor.raw(`${prefix}/api/submission?link`, { headers });
    answer = `${response.status} ${await response.text()}`;
    const link = /"link":"([^"]+)"/.exec(answer)?.[1];
    if (link !== undefined) return link;
  }
  throw new Error(`The site knows no link: ${answer}`);
}

/** Returns the documents as a form would send them. */
export async function formFiles(
  documents: Partial<Applicant['documents']>,
): Promise<Partial<Record<DocumentType, File>>> {
  const files = Object.entries(documents).map(async ([type, path]) => [
    type,
    new File([await readFile(path)], basename(path)),
  ]);
  return Object.fromEntries(await Promise.all(files));
}

/**
 * Opens an opening's page and submits the application; returns the page of the response.
 * @param prefix that of the language in the addresses
 */
export async function applyWithoutScript(
  visitor: NoScriptBrowser,
  openingId: string,
  applicant: Applicant,
  prefix = '',
): Promise<NoScriptPage> {
  const read = () => visitor.get(`${prefix}/application/${openingId}`);
  let page = await read();
  // On a busy machine the opening may arrive after the site's time limit. Then a person loads the page again.
  for (let again = 0; again < 5 && !page.html.includes('name="emailaddress"'); again += 1)
    page = await read();
  return visitor.submit(page, page.form('emailaddress'), formValues(applicant));
}
