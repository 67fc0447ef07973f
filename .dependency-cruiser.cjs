// Who may import whom. Each rule says why; `npm run check` plants one violation and asserts that it is
// reported, because this tool stays green when its parser reads nothing (docs/decisions/0006).
const TEST = '\\.test\\.tsx?$|/testing/|/test/|^packages/web-testing/'
/** The packages of the browser from the ground up; `web-tables` and the tests' own come last. */
const WEB_LAYERS = [
  'web-base',
  'web-controls',
  'web-frame',
  'web-json',
  'web-calls',
  'web-forms',
  'web-tables',
  'web-testing',
]
const FRAMEWORKS =
  '^node_modules/(fastify|@fastify|react|react-dom|react-router|react-i18next|antd|@tanstack|zustand)(/|$)'

/** What opens a connection by itself; `pg` speaks with the store's own database. */
const WAYS_OUT =
  '^(node:)?(net|tls|dgram|dns|dns/promises|http|https|http2)$|^node_modules/(ws|pg|undici)(/|$)'
/** Files outside the dialer that may import one of these, because they open nothing. */
const NO_WAY_OUT = [
  // Listen.
  '^apps/server/listen/tls-server\\.ts$',
  '^apps/server/start/starting-door\\.ts$',
  '^packages/server-kit/src/live/live-server\\.ts$',
  '^packages/server-kit/src/app/stop-listening\\.ts$',
  // Read the words of HTTP, or whether a text is an address.
  '^packages/server-kit/src/app/answer-broken-request\\.ts$',
  '^packages/server-kit/src/(address-key|hosts/host-name)\\.ts$',
  '^apps/server/env-schema\\.ts$',
  // The database of the console; its address comes from the environment.
  '^packages/store/src/postgres/',
]

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'packages-are-pure',
      comment:
        'A package is a library: it knows no feature, adapter, app or sandbox, so anything may build on it.',
      severity: 'error',
      from: { path: '^packages/', pathNot: TEST },
      to: { path: '^(features|adapters|apps|sandbox|bench|e2e|scripts)/' },
    },
    {
      name: 'only-kits-know-frameworks',
      comment:
        'Fastify and React are known by server-kit and the web packages; others stay usable in both worlds.',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/(server-kit|web-[^/]+)/' },
      to: { path: FRAMEWORKS },
    },
    ...WEB_LAYERS.map((layer, at) => ({
      name: `${layer}-knows-no-layer-above`,
      comment:
        'The packages of the browser stand on each other in one order; a part needed below moves down.',
      severity: 'error',
      from: { path: `^packages/${layer}/`, pathNot: `${TEST}|\\.story\\.tsx$` },
      to: { path: `^packages/(${WEB_LAYERS.slice(at + 1).join('|')})/` },
    })),
    {
      name: 'web-testing-only-in-tests',
      comment: 'What fakes the server belongs to tests; a page that imports it would ship it.',
      severity: 'error',
      from: { path: '.', pathNot: TEST },
      to: { path: '^packages/web-testing/' },
    },
    {
      name: 'testing-only-in-tests',
      comment:
        'What starts programs for tests belongs to tests; a product part that imports it would ship it.',
      severity: 'error',
      from: { path: '.', pathNot: `${TEST}|^(bench|e2e)/` },
      to: { path: '^packages/testing/' },
    },
    {
      name: 'contract-stands-alone',
      comment:
        'A contract is read by both sides: it may use pure packages and other contracts, nothing else.',
      severity: 'error',
      from: { path: '^features/[^/]+/contract/' },
      to: {
        path: '^(features|adapters|apps|sandbox|packages/(server-kit|web-[^/]+|store))/',
        pathNot: '^features/[^/]+/contract/',
      },
    },
    {
      name: 'server-never-meets-web',
      comment: 'A server folder that imports pages would load React and the DOM into the process.',
      severity: 'error',
      from: { path: '^(features/[^/]+/server|packages/server-kit|packages/store|apps/server)/' },
      to: { path: '^(features/[^/]+/web|packages/web-[^/]+|apps/web)/' },
    },
    {
      name: 'web-never-meets-server',
      comment:
        'A page that imports a server folder would carry secrets, database and Node code to the browser.',
      severity: 'error',
      from: {
        path: '^(features/[^/]+/web|packages/web-[^/]+|apps/web)/',
        pathNot: '^apps/web/vite\\.config\\.ts$',
      },
      to: { path: '^(features/[^/]+/server|packages/server-kit|packages/store|apps/server)/' },
    },
    {
      name: 'other-features-by-contract-only',
      comment:
        'A feature sees another through its contract; the rest is composed by ports and slots in apps.',
      severity: 'error',
      from: { path: '^features/([^/]+)/' },
      to: { path: '^features/([^/]+)/(server|web)/', pathNot: '^features/$1/' },
    },
    {
      name: 'features-never-import-apps',
      comment:
        'Apps compose features; the other way round nothing could be taken out. Tests may start the whole.',
      severity: 'error',
      from: { path: '^(features|adapters|sandbox)/', pathNot: TEST },
      to: { path: '^apps/' },
    },
    {
      name: 'adapters-only-by-servers',
      comment:
        'How a game is reached is the business of server folders and of the server that composes them.',
      severity: 'error',
      from: { path: '.', pathNot: `^(adapters|features/[^/]+/server|apps/server|bench)/|${TEST}` },
      to: { path: '^adapters/' },
    },
    {
      name: 'sandbox-imports-packages-only',
      comment:
        'The sandbox is a game, not a part of the console: it must be able to prove the console wrong.',
      severity: 'error',
      from: { path: '^sandbox/', pathNot: TEST },
      to: { path: '^(features|adapters|apps|bench|e2e|scripts|packages/(server-kit|web-[^/]+|store))/' },
    },
    {
      name: 'bench-and-e2e-imported-by-nobody',
      comment:
        'Measurements and journeys are ends; a product part that needs them has its code in the wrong place.',
      severity: 'error',
      from: { path: '.', pathNot: '^(bench|e2e|scripts)/' },
      to: { path: '^(bench|e2e)/' },
    },
    {
      name: 'ways-out-by-the-dialer-only',
      comment:
        'Each connection to the outside goes through the guarded dialer (docs/guides/ways-out.md); nothing else checks addresses.',
      severity: 'error',
      from: {
        path: '^(packages|features|adapters|apps/server)/',
        pathNot: `^packages/server-kit/src/dialer/|${NO_WAY_OUT.join('|')}|${TEST}`,
      },
      to: { path: WAYS_OUT, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'redis-and-ssh-through-the-link',
      comment:
        'ioredis and ssh2 open connections by themselves unless they are handed a stream; the link hands them guarded ones.',
      severity: 'error',
      from: { path: '^(packages|features|apps)/', pathNot: `^features/redis/server/link/|${TEST}` },
      to: { path: '^node_modules/(ioredis|ssh2)(/|$)', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'settings-open-networks-in-apps-only',
      comment:
        'What comes from the environment is known where the environment is read; a feature is given its networks.',
      severity: 'error',
      from: { path: '.', pathNot: `^apps/server/|${TEST}` },
      to: { path: '^packages/game-contract/src/adapter/settings-networks\\.ts$' },
    },
    {
      name: 'records-open-networks-where-a-right-guards-them',
      comment:
        'The switches of a record count only where saving them needs a right; a new place shows its right in review.',
      severity: 'error',
      from: {
        path: '.',
        pathNot: `^features/(catalogue|menu|notifications|redis|simulator)/server/|${TEST}`,
      },
      to: { path: '^packages/game-contract/src/adapter/record-networks\\.ts$' },
    },
    {
      name: 'no-circular',
      comment: 'Two files that need each other are one file, or need a third.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-undeclared-dependency',
      comment: 'What a workspace imports stands in its own package.json, so that it can be understood alone.',
      severity: 'error',
      from: { path: '^(packages|features|adapters|apps|sandbox)/', pathNot: TEST },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'] },
    },
    {
      name: 'no-unresolvable',
      comment: 'An import that does not resolve is a typing error or a missing entry in exports.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\.(css|woff2)$|^virtual:' },
    },
  ],
  options: {
    doNotFollow: { path: '^node_modules/' },
    exclude: { path: '(^|/)(dist|data)/|\\.d\\.m?ts$' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    moduleSystems: ['es6', 'cjs'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json'],
    },
    reporterOptions: {
      archi: { collapsePattern: '^(packages|features|adapters|apps)/[^/]+|^(sandbox|bench|e2e)' },
    },
  },
}
