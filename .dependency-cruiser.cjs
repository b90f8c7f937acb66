/**
 * What each folder or file of src, and cli, may import besides itself: the table of docs/architecture.md, which
 * test/docs compares with this list. The text says what to do instead.
 */
const layers = [
  [
    'waku.server.tsx',
    ['app.ts', 'pages', 'document', 'server', 'submissions'],
    'It starts the site: the order of middleware is in app.ts.',
  ],
  ['waku.client.tsx', ['document'], 'What runs in each browser first is in document/client-entry.'],
  [
    'app.ts',
    ['config', 'document', 'domain', 'features', 'http', 'middleware', 'server', 'submissions'],
    'It composes middleware and routes: a decision belongs to one of them.',
  ],
  [
    'pages',
    [
      'features',
      'components',
      'config',
      'server',
      'document',
      'styles',
      'domain/model',
      'domain/rules/addresses.ts',
    ],
    'Pages compose features; fetch data where it is rendered.',
  ],
  [
    'features/*',
    [
      'components',
      'config',
      'server',
      'submissions',
      'domain',
      'http/errors.ts',
      'http/read-multipart.ts',
      'http/transport.ts',
      'document/static-html.tsx',
      'document/render-static-html.ts',
      'document/switch.ts',
    ],
    'A feature imports no other feature: compose them in a page.',
  ],
  [
    'components',
    [
      'domain/model',
      'domain/rules/spam-check.ts',
      'domain/rules/text-to-html.ts',
      'document/static-html.tsx',
    ],
    'Components receive what they show as props; limits and messages come from domain/model.',
  ],
  [
    'document',
    [
      'server',
      'components/skin-panel/skins.ts',
      'domain/rules/referrer-links.ts',
      'domain/rules/text-to-html.ts',
      'http/request-id.ts',
    ],
    'Code that renders, rewrites, stores or hydrates a whole page knows no opening and no form.',
  ],
  [
    'middleware',
    ['config', 'server', 'domain/model', 'domain/rules', 'http/request-id.ts', 'http/tracing.ts'],
    'Middleware knows no task of a visitor: a route with its responses and texts belongs to its feature.',
  ],
  [
    'server',
    ['config', 'submissions', 'domain', 'http'],
    'Server code shared by features: it knows no feature and no page.',
  ],
  [
    'submissions',
    [
      'database',
      'config',
      'domain/model',
      'domain/rules',
      'server/session-secret.ts',
      'server/logger.ts',
    ],
    'Submissions are a repository: sending is the business of features/application.',
  ],
  [
    'config',
    ['domain/model', 'domain/rules', 'http/base-url.ts'],
    'Settings and site config are values: read them, do not act here.',
  ],
  ['domain/model', [], 'Model stands alone: move the decision to domain/rules.'],
  ['domain/rules', ['domain/model'], 'Rules are pure: pass in what they need.'],
  [
    'domain/api',
    ['domain/model', 'domain/rules', 'http'],
    'The API client uses model, rules and http only.',
  ],
  ['http', [], 'http knows URLs, not openings: give it a schema or a callback.'],
  [
    'database',
    [],
    'The database layer knows dialects and transactions, not tables: pass in the schema.',
  ],
  [
    'api-host',
    [
      'database',
      'domain/model',
      'domain/rules',
      'config/settings.ts',
      'config/site.ts',
      'config/retention.ts',
      'config/data-dir.ts',
      'config/log-target.ts',
      'config/readiness.ts',
      'http/agent-fetch.ts',
      'http/describe-error.ts',
      'http/graceful-close.ts',
      'http/host-header.ts',
      'http/read-multipart.ts',
      'http/request-id.ts',
      'http/tracing.ts',
      'http/start-tracing.ts',
    ],
    'The API host is reached only over HTTP.',
  ],
  [
    'cli',
    // Of these, api-host is for the host commands only: see api-host-only-from-its-command.
    [
      'config',
      'domain',
      'http',
      'server/logger.ts',
      'server/measurements.ts',
      'server/session-secret.ts',
      'submissions/erase.ts',
      'submissions/repository.ts',
      'submissions/schema.ts',
      'database/open.ts',
      'api-host',
    ],
    'The CLI uses the domain client, the settings, the site config (validated at start) and the logger.',
  ],
];

/** A pattern for the folder or file that a list names. */
const pathOf = (name) => {
  const path = `^${name === 'cli' ? '' : 'src/'}${name.replaceAll('.', '\\.')}`;
  return /\.tsx?$/.test(name) ? `${path}$` : `${path}/`;
};

const layerRules = layers.map(([name, allowed, comment]) => ({
  name: `imports-of-${name}`,
  severity: 'error',
  comment,
  from: { path: pathOf(name).replace('*', '([^/]+)') },
  to: {
    path: '^(src|cli|test|fixtures|bench|scripts)/',
    pathNot: [pathOf(name).replace('*', '$1'), ...allowed.map(pathOf)],
  },
}));

/** Packages that stay in their room. */
const homes = [
  ['@opentelemetry/.+', '^src/http/(start-)?tracing'],
  ['undici', '^src/http/'],
  [
    'hono|@hono/node-server',
    '^src/(middleware|document|server|app\\.ts|waku\\.server)|^src/api-host/|^src/features/(documents|contact|my-application|openings/embed)/|^cli/server/',
  ],
  ['commander', '^cli/'],
  ['@fastify/busboy', '^src/http/'],
  ['s3mini', '^src/api-host/documents/s3-store'],
  ['kysely', '^src/(database|submissions|api-host)/'],
];
const homeRules = homes.map(([pkg, home]) => ({
  name: `${pkg.split('|')[0]}-at-home`,
  severity: 'error',
  comment: `${pkg} is used by ${home} only: ask that layer for what you need.`,
  from: { path: '^(src|cli)/', pathNot: home },
  to: { path: `node_modules/(${pkg})/` },
}));

module.exports = {
  forbidden: [
    ...layerRules,
    ...homeRules,
    {
      name: 'client-islands',
      severity: 'error',
      comment:
        'A client island reaches its own feature, components, model and rules: server data comes as props.',
      from: { path: '^src/features/([^/]+)/.*\\.client\\.tsx$' },
      to: {
        path: '^src/',
        pathNot: [
          '^src/features/$1/',
          '^src/components/',
          '^src/styles/',
          '^src/domain/(model|rules)/',
          '^src/domain/api/submission-status\\.ts$',
        ],
      },
    },
    {
      name: 'no-react-in-domain',
      severity: 'error',
      comment: 'Domain and http serve the CLI too: keep React in features and components.',
      from: { path: '^src/(domain|http)/' },
      to: { path: 'node_modules/(react|react-dom|waku)/' },
    },
    {
      name: 'no-node-in-pure-layers',
      severity: 'error',
      comment: 'Model, rules and components run in the browser too.',
      from: { path: '^src/(domain/(model|rules)|components)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'api-host-only-from-its-command',
      severity: 'error',
      comment:
        'Call the API host over HTTP; only the host commands and the checks of an installation use its modules.',
      from: {
        path: '^(src|cli)/',
        pathNot: ['^src/api-host/', '^cli/(commands/host|host/|doctor/installation-checks)'],
      },
      to: { path: '^src/api-host/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Remove the circular import: move the shared part of the two files to a third one.',
      from: {},
      to: { circular: true, dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    includeOnly: { path: '^(src|cli|test|fixtures|bench|scripts|node_modules)/|^[a-z:_/]+$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
