import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { LinkedAlert } from '#src/domain/api/alerts.ts';
import { documentOrder } from '#src/domain/model/document-types.ts';
import type { LinkedApplication } from '#src/domain/model/linked-application.ts';
import { buildApplication } from '#test/support/build-application.ts';
import { beforeTests, closeAtEnd } from '#test/support/shared.ts';
import { type RunningSite, startSite } from '#test/support/site.ts';

export const token = 'a'.repeat(43);

/** What an API host replies for a link. */
export const linked = ({
  application,
  ...changes
}: Partial<Omit<LinkedApplication, 'application'>> & {
  readonly application?: Partial<LinkedApplication['application']>;
}): LinkedApplication => ({
  application: { ...buildApplication(), applicant_id: 'AAAA-BBBB-CCCC', ...application },
  role_name: 'Head Baker',
  company_name: 'First Light Bakery',
  cities: ['Lagos'],
  questions: [
    { id: '1001', question: 'How many loaves?' },
    { id: '1002', question: 'Which ovens?' },
  ],
  applied_at: '2026-03-01T10:00:00Z',
  withdrawn_at: null,
  documents: [],
  replacements_left: 0,
  documents_needed: documentOrder,
  expires_at: '2026-03-31T10:00:00Z',
  ...changes,
});

/**
 * Returns an API host that has the link of an application and that of an alert, if there is one. Without a reply it
 * breaks the connection.
 */
function linkHost() {
  const host = {
    reply: undefined as object | undefined,
    alert: undefined as LinkedAlert | undefined,
    /** Whether the host mails lost links, and what it was asked for. */
    mailsLinks: true,
    linksFor: [] as unknown[],
    async listen(): Promise<string> {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    async close(): Promise<void> {
      server.close();
      server.closeAllConnections();
    },
  };
  const answerOfAlert = (action: string | undefined) => {
    const { alert } = host;
    if (action === undefined) return { status: 1, offered: true };
    if (!alert) return undefined;
    if (action === 'confirm' || action === 'renew') host.alert = { ...alert, state: 'active' };
    if (action === 'end') host.alert = undefined;
    return { status: 1, data: host.alert };
  };
  const server = createServer((request, response) => {
    const [path, action] = /\/alerts(?:\/(\w+))?$/.exec(request.url ?? '') ?? [];
    if (path !== undefined) {
      const answer = request.method === 'POST' && action === undefined ? {} : answerOfAlert(action);
      response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ status: 1, ...answer }));
    } else if (request.url?.endsWith('/links')) {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ status: 1, mailed: host.mailsLinks }));
    } else if (request.url?.endsWith('/links/mail')) {
      json(request).then((body) => {
        host.linksFor.push(body);
        response.setHeader('content-type', 'application/json');
        response.end('{"status":1}');
      });
    } else if (!request.url?.endsWith('/links/read')) {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ status: true, data: [] }));
    } else if (host.reply === undefined) request.socket.destroy();
    else {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ status: 1, data: host.reply }));
    }
  });
  return host;
}

const host = linkHost();
let started: Promise<RunningSite> | undefined;

async function start(): Promise<RunningSite> {
  const site = await startSite({
    env: {
      API_HOST: await host.listen(),
      API_HOST_SECRET: 's'.repeat(32),
      SITE_ORIGIN: 'http://careers.example',
      TRUST_PROXY: '1',
      // On a busy machine a read takes longer than the defaults.
      API_TIMEOUT_MS: '60000',
      STALE_AFTER_MS: '60000',
    },
  });
  closeAtEnd(async () => {
    await site.stop();
    await host.close();
  });
  return site;
}

/** Returns a site and its API host, which sends what a test decides; shared with the other files of the process. */
export function linkSite() {
  const site = beforeTests(() => {
    host.reply = undefined;
    host.alert = undefined;
    started ??= start();
    return started;
  });
  return {
    host,
    get origin(): string {
      return site().origin;
    },
  };
}
