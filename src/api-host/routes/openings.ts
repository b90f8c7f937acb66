import { Hono } from 'hono';
import { decideSearch } from '#src/domain/catalogue/search-parameters.ts';
import { messages } from '#src/domain/model/messages.ts';
import type { AppParts } from '../parts.ts';
import { listResponse, Refusal, refusalMessages, success } from '../responses.ts';

export function openingRoutes({ openings: store, clock }: AppParts): Hono {
  return new Hono()
    .get('/openingsall', async (c) => listResponse(c, store.list(clock())))
    .get('/listopenings', async (c) => listResponse(c, store.list(clock())))
    .get('/companylocations', async (c) => success(c, await store.listCompanies(clock())))
    .get('/openings', async (c) => {
      const request = decideSearch({
        company_id: c.req.query('company_id') ?? '',
        q: c.req.query('q') ?? '',
      });
      if (request.kind === 'select-company') throw new Refusal(422, messages.selectCompanyToSearch);
      const now = clock();
      return listResponse(c, request.kind === 'all' ? store.list(now) : store.search(request, now));
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
