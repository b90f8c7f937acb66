import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hono } from 'hono';
import type { SiteEnv } from '#src/request/site-env.ts';
import { ownProcess } from '#test/support/own-process.ts';

await ownProcess({ TRUST_PROXY: '1' });
await import('#test/support/components.ts');
const application = await import('#src/features/application/actions.ts');
const search = await import('#src/features/openings/search/actions.tsx');
const { knownServerFunctions } = await import('#src/framework/server-functions.ts');
const { withRequestContext } = await import('#src/middleware/request-context.ts');
const { onError } = await import('#src/request/error-response.ts');

type Functions = Readonly<Record<string, (argument?: object) => Promise<unknown>>>;
const modules = { application, search } as unknown as Readonly<Record<string, Functions>>;
const checks = knownServerFunctions({
  application: async () => application,
  search: async () => search,
});
const site = new Hono<SiteEnv>().use(withRequestContext(), checks.addresses, checks.bodies);
site.onError(onError);
site.post('/RSC/F/:module/:name{\\w+\\.txt}', async (c) => {
  const { module, name } = c.req.param();
  const [argument] = JSON.parse(await c.req.text());
  await modules[module]?.[name.slice(0, -'.txt'.length)]?.(argument);
  return c.text('called');
});

const junk = [
  ...['', '{', 'null', '{}', '5', '"x"', '[null]', '[[]]', '[["x"]]', '["x"]', '[5]', '[true]'],
  ...['[{"email":null}]', '[{"key":{}}]', '[{"q":[]}]', '[{"key":true}]', '[{},{}]', '["$K1"]'],
  ...['[{"q":"$F1"}]', '[{"company_id":"$@1"}]', '[{"page":1e999}]'],
];
/** Texts that mean nothing, in the fields of the site and in others. */
const odd = [
  ...['[]', '[{}]', '[{"email":"x"}]', '[{"key":"\\u0000","emailaddress":"\\ud800"}]'],
  ...['[{"key":1,"emailaddress":-0,"joblistingid":1e300}]', '[{"q":0,"page":-1,"order":"x"}]'],
  ...['[{"constructor":"x","__proto__":"x","toString":"x"}]', '[{"q":"$undefined","city":"$$"}]'],
];
let address = 0;

for (const [module, functions] of Object.entries(modules))
  for (const name of Object.keys(functions))
    test(`${name} is not called with junk, and takes texts that mean nothing`, async () => {
      for (const [bodies, status] of [
        [junk, 400],
        [odd, 200],
      ] as const)
        for (const body of bodies) {
          address += 1;
          const headers = { 'x-forwarded-for': `203.0.113.${address % 250}` };
          const init = { method: 'POST', body, headers };
          const response = await site.request(`/RSC/F/${module}/${name}.txt`, init);
          assert.equal(response.status, status, `${body} ${await response.text()}`);
        }
    });
