/* The layer rules of docs/ARCHITECTURE.md. A layer imports itself and the layers to its left. */
const layers = {
  shared: ['lib', 'entities', 'access', 'endpoint', 'domain', 'billing', 'contract'],
  server: [
    'log',
    'counters',
    'program-version',
    'limits',
    'private-files',
    'env',
    'work',
    'db',
    'context',
    'photo-folder',
    'billing-documents',
    'data',
    'auth',
    'commands',
    'handlers',
    'http',
    'demo',
    'housekeeping',
    'mailing',
    'backup',
    'app',
    'thread',
    'main',
  ],
  client: ['texts', 'lib', 'ui', 'api', 'offline', 'data', 'components', 'features', 'app', 'main'],
};

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const test = '\\.test\\.tsx?$';

const upward = Object.entries(layers).flatMap(([side, names]) =>
  names
    .slice(0, -1)
    .map((layer, index) =>
      rule(
        `${side}-${layer}-looks-left`,
        `${layer} comes before ${names.slice(index + 1).join(', ')}; move the shared part to its left.`,
        { path: `^src/${side}/${layer}(/|\\.)`, pathNot: test },
        { path: `^src/${side}/(${names.slice(index + 1).join('|')})(/|\\.)` },
      ),
    ),
);

module.exports = {
  forbidden: [
    ...upward,
    rule('no-cycles', 'Two files that need each other are one file, or miss a third.', {}, { circular: true }),
    rule(
      'shared-stands-alone',
      'Runs on both sides: only itself and zod.',
      { path: '^src/shared/', pathNot: test },
      { pathNot: ['^src/shared/', '^node_modules/zod/'] },
    ),
    rule(
      'client-never-server',
      'Server code and its secrets stay out of the bundle; types too.',
      { path: '^src/client/' },
      { path: '^src/server/' },
    ),
    rule('server-never-client', 'The server starts without a browser.', { path: '^src/server/' }, { path: '^src/client/' }),
    rule(
      'only-data-knows-sql',
      'Write a function in src/server/data and call it.',
      { path: '^src/server/', pathNot: ['^src/server/(db|data)/', test] },
      { path: ['^node_modules/(drizzle-orm|pg)/', '^src/server/db/tables/'] },
    ),
    rule(
      'only-main-opens-a-database',
      "Use ctx.db: a second handle escapes the request's transaction and its organization.",
      { path: '^src/server/', pathNot: ['^src/server/(db/|backup/|open-tables\\.ts|restored\\.ts|serve\\.ts)', test] },
      { path: '^src/server/db/open\\.ts$' },
    ),
    rule(
      'only-http-knows-fastify',
      'Handlers and commands get a Context, never a request.',
      { path: '^src/server/', pathNot: '^src/server/(http/|app\\.ts|main\\.ts)' },
      { path: '^node_modules/(@fastify|fastify)' },
    ),
    rule(
      'handlers-do-not-import-handlers',
      'Shared work moves down to commands or data.',
      { path: '^src/server/handlers/([^/]+)\\.ts$', pathNot: 'index\\.ts$' },
      { path: '^src/server/handlers/', pathNot: '^src/server/handlers/(types|$1)\\.ts$' },
    ),
    rule(
      'ui-knows-no-domain',
      'src/client/ui and lib are buttons and dates; they may not know a customer.',
      { path: '^src/client/(ui|lib)/' },
      { path: '^src/shared/(access|domain|endpoint|contract)' },
    ),
    rule(
      'features-do-not-import-features',
      'Compose them in a route, or move the shared part to components or data.',
      { path: '^src/client/features/([^/]+)/' },
      { path: '^src/client/features/', pathNot: '^src/client/features/$1/' },
    ),
    rule(
      'sign-in-stands-alone',
      'The sign-in page is small because it brings nothing along, but its own words and what a passkey or a second step needs when somebody uses one.',
      { path: '^src/client/sign-in/', pathNot: test },
      {
        pathNot: [
          '^src/client/sign-in/',
          '^src/client/lib/(texts|language|invitation-path)\\.ts$',
          '^src/client/texts/[a-z]+/(sign-in|second-step)\\.ts$',
          '^node_modules/(@simplewebauthn/browser|uqr)/',
        ],
      },
    ),
    rule('nobody-imports-tests', 'Test helpers stay in tests.', { path: '^src/', pathNot: test }, { path: ['^tests/', test] }),
    rule('no-unknown-packages', 'Add it to package.json.', {}, { couldNotResolve: true }),
    rule(
      'server-runs-on-its-dependencies',
      'What the running server needs is no development dependency.',
      { path: '^src/server/', pathNot: test },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'types', 'default'] },
  },
};
