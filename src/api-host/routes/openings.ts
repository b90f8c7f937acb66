import { Hono } from 'hono';
import { messages } from '#src/domain/model/messages.ts';
import type { AppParts } from './app-parts.ts';
import { listResponse, Refusal, refusalMessages, success } from './responses.ts';

export function openingRoutes({ openings: store, clock }: AppParts): Hono {
  return new Hono()
    .on('GET', ['/openingsall', '/listopenings'], (c) => listResponse(c, store.list(clock())))
    .get('/companylocations', async (c) => success(c, await store.listCompanies(clock())))
    .get('/openings', async (c) => {
      const company_id = c.req.query('company_id')?.trim() ?? '';
      const q = c.req.query('q')?.trim() ?? '';
      const now = clock();
      if (company_id !== '') return listResponse(c, store.search({ company_id, q }, now));
      // Section 5: a search requires a company. Without text and company all openings are listed (contract decision 5).
      if (q !== '') throw new Refusal(422, messages.selectCompanyToSearch);
      return listResponse(c, store.list(now));
    })
    .get('/findopening/:id', async (c) => {
      const found = await store.find(c.req.param('id'), clock());
      if (!found) throw new Refusal(404, refusalMessages.noSuchOpening);
      // The response contains the opening, so that the site can offer other openings of its company and cities.
      if (found.closed)
        return c.json(
          { status: 0, message: refusalMessages.openingClosed, data: found.opening },
          410,
        );
      return success(c, found.opening);
    });
}
