/**
 * What each folder or file of src, and cli, may import besides itself: the table of docs/architecture.md, which
 * test/docs compares with this list. Each imports only what is below it, so that no circle is possible. The text says what
 * to do instead.
 */
const layers = [
  [
    'waku.server.tsx',
    'app.ts framework limits submissions request language',
    'It starts the site: the order of middleware is in app.ts.',
  ],
  [
    'app.ts',
    'features middleware forms framework limits page-cache api-client addresses.ts submissions routes.ts request language config',
    'It composes middleware and routes: a decision belongs to one of them.',
  ],
  [
    'pages',
    'features components framework api-client addresses.ts request language config domain/catalogue domain/rules domain/model styles jobs',
    'Pages compose features; fetch data where it is rendered.',
  ],
  [
    'features/*',
    'components middleware forms framework limits api-client addresses.ts submissions routes.ts request telemetry language config texts browser domain/api domain/catalogue domain/rules domain/model html http styles jobs',
    'A feature imports no other feature: compose them in a page.',
  ],
  [
    'components',
    'framework addresses.ts language texts browser domain/rules domain/model html',
    'Components receive what they show as props; limits and messages come from domain/model.',
  ],
  ['waku.client.tsx', 'framework', 'What runs in each browser first is in framework/client-entry.'],
  [
    'cli',
    'api-host addresses.ts submissions routes.ts request telemetry language config texts domain/api domain/catalogue domain/rules domain/model html http database files',
    'The CLI uses the domain client, the settings, the site config (validated at start) and the logger.',
  ],
  [
    'api-host',
    'addresses.ts telemetry language config domain/api domain/catalogue domain/rules domain/model html http database styles jobs files',
    'The API host is reached only over HTTP.',
  ],
  [
    'middleware',
    'forms limits api-client addresses.ts submissions routes.ts request telemetry language config domain/api domain/rules domain/model http jobs files',
    'Middleware knows no task of a visitor: a route with its responses and texts belongs to its feature.',
  ],
  [
    'forms',
    'limits addresses.ts routes.ts request telemetry language config domain/api domain/rules domain/model http jobs',
    'It knows the steps of every form, and no form: fields, texts and what is sent belong to a feature.',
  ],
  [
    'framework',
    'limits routes.ts request telemetry language domain/model jobs',
    'Code that depends on internals of Waku, React or Vite knows no opening and no form.',
  ],
  [
    'limits',
    'routes.ts request telemetry language config domain/api http jobs',
    'It decides how much a visitor may do: what is limited is decided by the caller.',
  ],
  [
    'page-cache',
    'request telemetry http files',
    'Stored responses are bytes: the renderer and the routes are passed in, and a page comes with its reads.',
  ],
  [
    'api-client',
    'request telemetry config domain/api domain/model jobs',
    'It adds settings and a cache to the client of domain/api: a decision belongs to domain/rules.',
  ],
  [
    'addresses.ts',
    'routes.ts language domain/catalogue domain/model',
    'It builds the addresses of the paths in the table of routes, and nothing else.',
  ],
  [
    'submissions',
    'request telemetry language config domain/api domain/rules domain/model database jobs files',
    'Submissions are a repository: sending is the business of features/application.',
  ],
  [
    'routes.ts',
    'language config domain/catalogue domain/rules domain/model',
    'The table of routes is data: what a page shows belongs to its feature.',
  ],
  [
    'request',
    'telemetry language config texts domain/api domain/rules styles',
    'The current request and responses without a page: what a feature answers belongs to that feature.',
  ],
  [
    'telemetry',
    'config domain/api http jobs',
    'Log, metrics and traces: what is measured is passed in by the caller.',
  ],
  [
    'language',
    'config texts domain/catalogue domain/rules domain/model',
    'The current language and its formats: the texts themselves are in src/texts.',
  ],
  [
    'config',
    'texts domain/catalogue domain/rules domain/model http styles jobs',
    'Settings and site config are values: read them, do not act here.',
  ],
  [
    'texts',
    'domain/rules domain/model',
    'A catalogue is data: what is shown when belongs to a feature.',
  ],
  [
    'browser',
    'domain/rules domain/model',
    'Hooks and functions about interfaces of the browser: pass in what they need.',
  ],
  [
    'domain/api',
    'domain/catalogue domain/rules domain/model html http jobs',
    'The API client uses model, rules, html and http only.',
  ],
  [
    'domain/catalogue',
    'domain/rules domain/model html jobs',
    'The catalogue answers questions about openings: HTTP, databases and pages ask it.',
  ],
  ['domain/rules', 'domain/model html', 'Rules are pure: pass in what they need.'],
  ['domain/model', '', 'Model stands alone: move the decision to domain/rules.'],
  ['html', '', 'Rules about text that is HTML: pass in what they need.'],
  ['http', 'jobs', 'http knows URLs, not openings: give it a schema or a callback.'],
  ['files', '', 'How files are written: what is in them belongs to the caller.'],
  ['jobs', '', 'When work runs: pass in the work.'],
  [
    'database',
    '',
    'The database layer knows dialects and transactions, not tables: pass in the schema.',
  ],
  ['styles', '', 'Stylesheets, and how colors are mixed and compared.'],
].map(([name, allowed, comment]) => [name, allowed.split(' ').filter(Boolean), comment]);

for (const [index, [name, allowed]] of layers.entries())
  for (const other of allowed)
    if (!layers.slice(index + 1).some(([below]) => below.replace('/*', '') === other))
      throw new Error(`${name} may not import ${other}, which is not below it.`);

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
  ['@opentelemetry/.+', '^src/telemetry/'],
  ['undici', '^src/http/'],
  [
    'hono|@hono/node-server',
    '^src/(middleware|forms|framework|page-cache|request|limits|app\\.ts|routes\\.ts|waku\\.server)|^src/api-host/|^src/features/(alerts|application|documents|contact|my-application|openings/embed)/|^src/http/serve',
  ],
  ['commander', '^cli/'],
  ['@fastify/busboy', '^src/http/'],
  ['s3mini', '^src/api-host/documents/s3-(?:calls|errors)'],
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
          '^src/browser/',
          '^src/addresses\\.ts$',
          '^src/(language|texts)/',
          '^src/framework/[^/]+\\.client\\.tsx$',
          '^src/styles/',
          '^src/domain/(model|rules|catalogue)/',
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
      comment: 'Model, rules, components and src/browser run in the browser too.',
      from: { path: '^src/(domain/(model|rules|catalogue)|components|browser)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'api-host-only-from-its-command',
      severity: 'error',
      comment:
        'Call the API host over HTTP; only the host commands and the checks of an installation use its modules.',
      from: {
        path: '^(src|cli)/',
        pathNot: ['^src/api-host/', '^cli/(host/|doctor/installation-checks)'],
      },
      to: { path: '^src/api-host/' },
    },
    {
      name: 'no-folder-cycles',
      severity: 'error',
      scope: 'folder',
      comment: 'Remove the circle of folders: what both need belongs in a third one, below them.',
      from: { path: '^(src/[^/]+|src/(domain|features/openings|api-host)/[^/]+|cli)$' },
      to: { circular: true },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Remove the circular import: move the shared part of the two files to a third one.',
      from: {},
      to: { circular: true },
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
