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
    'calls',
    '^src/domain/calls/',
    ['^src/domain/', '^src/http/'],
    'Calls know model, rules and http only.',
  ],
  [
    'components',
    '^src/components/',
    ['^src/(components|styles)/', '^src/domain/model/'],
    'Components take what they show by props; numbers and words they share with the rules come from model.',
  ],
  ['site', '^src/site/', ['^src/(site|domain|http)/'], 'Site builds the client; features use it.'],
  [
    'features',
    '^src/features/([^/]+)/',
    [
      '^src/features/$1/',
      '^src/(components|site|styles)/',
      '^src/domain/(model|rules)/',
      '^src/http/errors',
    ],
    'A feature knows no other feature: compose them in a page.',
  ],
  [
    'pages',
    '^src/pages/',
    ['^src/(pages|features|components|site|styles)/', '^src/domain/model/'],
    'Pages compose features; fetch where it is rendered.',
  ],
  [
    'middleware',
    '^src/middleware/',
    ['^src/(middleware|site|http)/', '^src/domain/', '^src/components/head-script\\.ts$'],
    'Middleware knows site, http and the domain (and the one script its policy must name).',
  ],
  [
    'cli',
    '^cli/',
    [
      '^cli/',
      '^src/(domain|http)/',
      '^src/site/(settings|site-file|log)\\.ts$',
      // For two commands alone: api-host-only-from-its-command.
      '^src/api-host/',
    ],
    'The CLI drives the domain client; of the site it knows the settings and the site file, checked at the start, and the log.',
  ],
  [
    'api-host',
    '^src/api-host/',
    ['^src/api-host/', '^src/domain/(model|rules)/'],
    'The API host is met only over HTTP.',
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
    '^src/(middleware|api-host|site/request|waku\\.server)|^cli/commands/start-server',
  ],
  ['commander', '^cli/'],
  ['kysely', '^src/api-host/'],
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
      comment: 'The embedded host is met only over HTTP.',
      from: { path: '^(src|cli)/', pathNot: ['^src/api-host/', '^cli/commands/(host|start)'] },
      to: { path: '^src/api-host/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Break the circle: one of the two files does a second thing.',
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
