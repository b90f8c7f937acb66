// Who may import whom: architecture.md's table, one line a layer. A layer not listed here imports nothing.
const layers = [
  // [name, path of the importer, what it may import under src/ and cli/]
  [
    'model',
    '^src/domain/model/',
    ['^src/domain/model/'],
    'Model stands alone: move the decision to domain/rules.',
  ],
  [
    'rules',
    '^src/domain/rules/',
    ['^src/domain/(model|rules)/'],
    'Rules are pure: pass in what they need.',
  ],
  [
    'http',
    '^src/http/',
    ['^src/http/'],
    'http knows URLs, not openings: give it a schema or a callback.',
  ],
  [
    'domain-api',
    '^src/domain/api/',
    ['^src/domain/', '^src/http/'],
    'The API client uses model, rules and http only.',
  ],
  [
    'database',
    '^src/database/',
    ['^src/database/'],
    'The database layer knows dialects and transactions, not tables: pass in the schema.',
  ],
  [
    'config',
    '^src/config/',
    ['^src/config/', '^src/domain/(model|rules)/', '^src/http/base-url\\.ts$'],
    'Settings and site config are values: read them, do not act here.',
  ],
  [
    'submissions',
    '^src/submissions/',
    [
      '^src/(submissions|database|config)/',
      '^src/domain/(model|rules)/',
      '^src/server/(session-secret|logger)\\.ts$',
    ],
    'Submissions are a repository: sending is the business of features/application.',
  ],
  [
    'server',
    '^src/server/',
    ['^src/(server|config|submissions|domain|http)/'],
    'Server code shared by features: it knows no feature and no page.',
  ],
  [
    'components',
    '^src/components/',
    [
      '^src/(components|styles)/',
      '^src/domain/model/',
      '^src/domain/rules/spam-check\\.ts$',
      '^src/document/static-html\\.tsx$',
    ],
    'Components receive what they show as props; limits and messages come from domain/model (and the names of the spam check).',
  ],
  [
    'features',
    '^src/features/([^/]+)/',
    [
      '^src/features/$1/',
      '^src/(components|config|server|submissions|styles)/',
      '^src/domain/',
      '^src/http/(errors|read-multipart|transport)\\.ts$',
      '^src/document/(static-html|render-static-html|switch)\\.tsx?$',
    ],
    'A feature imports no other feature: compose them in a page.',
  ],
  [
    'pages',
    '^src/pages/',
    [
      '^src/(pages|features|components|config|server|styles|document)/',
      '^src/domain/(model/|rules/addresses\\.ts$)',
    ],
    'Pages compose features; fetch data where it is rendered.',
  ],
  [
    'middleware',
    '^src/middleware/',
    ['^src/(middleware|config|server)/', '^src/domain/(model|rules)/'],
    'Middleware knows no task of a visitor: a route with its responses and texts belongs to its feature.',
  ],
  [
    'document',
    '^src/document/',
    [
      '^src/(document|server|styles)/',
      '^src/components/skin-panel/skins\\.ts$',
      '^src/domain/rules/referrer-links\\.ts$',
    ],
    'Code that renders, rewrites, stores or hydrates a whole page knows no opening and no form.',
  ],
  [
    'cli',
    '^cli/',
    [
      '^cli/',
      '^src/(config|domain|http)/',
      '^src/server/logger\\.ts$',
      '^src/submissions/erase\\.ts$',
      // For the host commands only: see api-host-only-from-its-command.
      '^src/api-host/',
    ],
    'The CLI uses the domain client, the settings, the site config (validated at start) and the logger.',
  ],
  [
    'api-host',
    '^src/api-host/',
    [
      '^src/(api-host|database)/',
      '^src/config/(settings|site|data-dir|readiness)\\.ts$',
      '^src/domain/(model|rules)/',
      '^src/http/(graceful-close|read-multipart)\\.ts$',
    ],
    'The API host is reached only over HTTP.',
  ],
];

const layerRules = layers.map(([name, from, allowed, comment]) => ({
  name: `${name}-imports`,
  severity: 'error',
  comment,
  from: { path: from },
  to: { path: '^(src|cli|test|fixtures|bench|scripts)/', pathNot: allowed },
}));

/** Packages that stay in their room. */
const homes = [
  ['undici', '^src/http/'],
  [
    'hono|@hono/node-server',
    '^src/(middleware|document|server|site\\.ts|waku\\.server)|^src/api-host/|^src/features/(documents|contact)/|^cli/server/',
  ],
  ['commander', '^cli/'],
  ['@fastify/busboy', '^src/http/'],
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
          '^src/submissions/submission-status\\.ts$',
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
      comment:
        'Model, rules and components run in the browser too, except what renders on the server only.',
      from: {
        path: '^src/(domain/(model|rules)|components)/',
        pathNot: '^src/document/static-html\\.tsx$',
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'api-host-only-from-its-command',
      severity: 'error',
      comment: 'Call the API host over HTTP; only the host commands use its modules.',
      from: { path: '^(src|cli)/', pathNot: ['^src/api-host/', '^cli/(commands/host|host/)'] },
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
