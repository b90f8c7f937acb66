import { html } from 'hono/html';
import { openApi } from './openapi.ts';

interface Call {
  readonly summary: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly description: string;
  }[];
  readonly requestBody?: { readonly content: object };
  readonly responses: Readonly<
    Record<string, { readonly description?: string | undefined; readonly content: object }>
  >;
}

const json = (value: unknown) => JSON.stringify(value, null, 2);

const callSection = (path: string, method: string, call: Call) => html`
<section>
<h2>${method.toUpperCase()} ${path}</h2>
<p>${call.summary}</p>
${
  call.parameters &&
  html`<table>
<thead><tr><th>Parameter</th><th>Place</th><th>Meaning</th></tr></thead>
<tbody>${call.parameters.map((one) => html`<tr><td>${one.name}</td><td>${one.in}</td><td>${one.description}</td></tr>`)}</tbody>
</table>`
}
${call.requestBody && html`<h3>Body</h3><pre>${json(call.requestBody.content)}</pre>`}
<h3>Responses</h3>
<dl>${Object.entries(call.responses).map(
  ([status, { description = '', content }]) =>
    html`<dt>${status}</dt><dd><p>${description}</p><details><summary>Schema</summary><pre>${json(content)}</pre></details></dd>`,
)}</dl>
</section>`;

/** The description of the API for people. It has no script and no style, because the known viewers need both inline. */
export const openApiPage = () => html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${openApi.info.title}</title>
</head>
<body>
<h1>${openApi.info.title} ${openApi.info.version}</h1>
<p>${openApi.info.description} For programs: <a href="openapi.json">openapi.json</a>.</p>
${Object.entries(openApi.paths).flatMap(([path, calls]) =>
  Object.entries(calls).map(([method, call]: [string, Call]) => callSection(path, method, call)),
)}
<section>
<h2>Schemas</h2>
${Object.entries(openApi.components.schemas).map(([name, schema]) => html`<h3>${name}</h3><pre>${json(schema)}</pre>`)}
</section>
</body>
</html>`;
