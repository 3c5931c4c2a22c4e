/* The layer rules of docs/ARCHITECTURE.md. A layer imports itself and the layers to its left. */
const layers = {
  shared: [
    'access',
    'capital',
    'kinds',
    'messages',
    'lib',
    'entities',
    'endpoint',
    'route',
    'domain',
    'billing',
    'contract',
    'routes',
    'derive-kinds',
  ],
  server: [
    'log',
    'counters',
    'program-version',
    'limits',
    'private-files',
    'env',
    'work',
    'db',
    'ports',
    'context',
    'photo-folder',
    'mail',
    'push',
    'documents',
    'data',
    'auth',
    'commands',
    'demo',
    'handlers',
    'http',
    'housekeeping',
    'mailing',
    'noticing',
    'billing-rounds',
    'hinting',
    'backup',
    'app',
    'thread',
    'main',
  ],
  client: ['locales', 'lib', 'ui', 'api', 'offline', 'data', 'components', 'entities', 'features', 'app', 'main'],
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
        { path: `^src/${side}/(billing/)?${layer}(/|\\.)`, pathNot: test },
        { path: `^src/${side}/(billing/)?(${names.slice(index + 1).join('|')})(/|\\.)` },
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
      'Write a function in src/server/data (or billing/data) and call it.',
      { path: '^src/server/', pathNot: ['^src/server/(db|(billing/)?data)/', test] },
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
      { path: '^src/server/(billing/)?handlers/([^/]+)\\.ts$', pathNot: 'index\\.ts$' },
      { path: '^src/server/(billing/)?handlers/', pathNot: '^src/server/(billing/)?handlers/(types|$2)\\.ts$' },
    ),
    rule(
      'client-calls-by-routes',
      'The contract brings every schema along: call by src/shared/routes.ts, which has the contract as a type.',
      { path: '^src/client/', pathNot: test },
      { path: '^src/shared/contract\\.ts$' },
    ),
    rule(
      'ui-knows-no-domain',
      'src/client/ui and lib are buttons and dates; they may not know a customer.',
      { path: '^src/client/(ui|lib)/' },
      { path: '^src/shared/(access|domain|endpoint|contract)' },
    ),
    rule(
      'one-door-to-the-offline-part',
      'Name it in src/client/offline/public.ts, as what it is for; ports and transactions stay inside.',
      { path: '^src/', pathNot: '^src/client/offline/' },
      { path: '^src/client/offline/', pathNot: '^src/client/offline/public\\.ts$' },
    ),
    rule(
      'nothing-goes-through-its-own-door',
      'The door imports everything: within the offline part it makes circles.',
      { path: '^src/client/offline/' },
      { path: '^src/client/offline/public\\.ts$' },
    ),
    rule(
      'features-do-not-import-features',
      'Compose them in a route, or move what several show of one kind to entities, the rest to components or data.',
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
          '^src/client/lib/(texts|messages|language|invitation-path)\\.ts$',
          '^src/client/locales/[a-z]+/(sign-in|second-step|messages)\\.json$',
          '^src/shared/messages/message\\.ts$',
          '^node_modules/(@simplewebauthn/browser|uqr)/',
        ],
      },
    ),
    rule(
      'packages-know-no-domain',
      'A package is of use in any program: it knows nothing of this one.',
      { path: '^packages/' },
      { path: '^(src|tests|bench|scripts)/' },
    ),
    rule(
      'the-product-makes-nothing-up',
      'The demo ships as archives; what makes them stays beside the product.',
      { path: '^src/' },
      { path: '^scripts/' },
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
