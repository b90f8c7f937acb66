/** Hono renders with React's renderToString, and proxies uploads with its own parts. The script prints its port. */
import { request } from 'node:http';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createElement as h } from 'react';
import { renderToString } from 'react-dom/server';
import { OpeningsPage, readOpenings } from './openings-page.js';

const app = new Hono();

app.get('/', async (c) => {
  const page = renderToString(h(OpeningsPage, { openings: await readOpenings() }));
  return c.html(
    `<!doctype html><html lang="en"><title>Openings</title><body>${page}</body></html>`,
  );
});

/** Forwards the request as it arrives, without reading its content. */
app.post('/upload', (c) => {
  const { incoming } = c.env;
  return new Promise((resolve, reject) => {
    const { 'content-length': length, 'content-type': type } = incoming.headers;
    const headers = {
      'content-type': type,
      ...(length === undefined ? {} : { 'content-length': length }),
    };
    const outgoing = request(process.env.UPLOAD_TARGET, { method: 'POST', headers }, (response) => {
      response.resume().once('end', () => resolve(c.text('', response.statusCode)));
    });
    outgoing.once('error', reject);
    incoming.pipe(outgoing);
  });
});

serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stdout.write(`${port}\n`);
});
