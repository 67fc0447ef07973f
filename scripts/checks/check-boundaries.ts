import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isMain, report, type Findings } from './report.ts'

const root = join(import.meta.dirname, '../..')
const FOLDERS = ['packages', 'features', 'adapters', 'apps', 'sandbox', 'bench', 'e2e', 'scripts']

/** From the ground up, as `.dependency-cruiser.cjs` has them. */
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

/** One wrong import per rule, as files of a tree that exists only while the check runs. */
const PLANTED: Record<string, [file: string, imported: string]> = {
  'packages-are-pure': ['packages/a/src/x.ts', '../../../features/f/contract/index.ts'],
  'contract-stands-alone': ['features/f/contract/y.ts', '../../../packages/server-kit/src/index.ts'],
  'server-never-meets-web': ['features/f/server/x.ts', '../web/index.ts'],
  'web-never-meets-server': ['features/f/web/x.ts', '../server/index.ts'],
  'other-features-by-contract-only': ['features/g/server/x.ts', '../../f/server/index.ts'],
  'features-never-import-apps': ['features/g/server/y.ts', '../../../apps/server/app.ts'],
  'adapters-only-by-servers': ['features/g/contract/x.ts', '../../../adapters/standard/src/index.ts'],
  'sandbox-imports-packages-only': ['sandbox/src/x.ts', '../../packages/store/src/index.ts'],
  'bench-and-e2e-imported-by-nobody': ['apps/server/y.ts', '../../bench/start.ts'],
  'ways-out-by-the-dialer-only': ['features/f/server/way.ts', 'node:net'],
  'redis-and-ssh-through-the-link': ['features/g/server/tunnel.ts', 'ssh2'],
  'settings-open-networks-in-apps-only': [
    'features/f/server/networks.ts',
    '../../../packages/game-contract/src/adapter/settings-networks.ts',
  ],
  'records-open-networks-where-a-right-guards-them': [
    'features/g/server/networks.ts',
    '../../../packages/game-contract/src/adapter/record-networks.ts',
  ],
  'no-circular': ['packages/a/src/y.ts', './y-too.ts'],
  'no-unresolvable': ['packages/a/src/z.ts', './missing.ts'],
  'no-undeclared-dependency': ['packages/a/src/u.ts', 'left-out'],
  'only-kits-know-frameworks': ['packages/a/src/f.ts', 'fastify'],
  'testing-only-in-tests': ['features/f/server/t.ts', '../../../packages/testing/src/index.ts'],
  'web-testing-only-in-tests': ['features/f/web/t.ts', '../../../packages/web-testing/src/index.ts'],
  ...Object.fromEntries(
    WEB_LAYERS.slice(0, -1).map((layer, at) => [
      `${layer}-knows-no-layer-above`,
      [`packages/${layer}/src/x.ts`, `../../${WEB_LAYERS[at + 1]}/src/index.ts`],
    ]),
  ),
}

const INNOCENT: Record<string, string> = {
  'features/f/contract/index.ts': 'export const f = 1\n',
  'features/f/server/index.ts': 'export const s = 1\n',
  'features/f/web/index.ts': 'export const w = 1\n',
  'packages/server-kit/src/index.ts': 'export const k = 1\n',
  'packages/store/src/index.ts': 'export const t = 1\n',
  'packages/testing/src/index.ts': 'export const e = 1\n',
  'packages/game-contract/src/adapter/settings-networks.ts': 'export const o = 1\n',
  'packages/game-contract/src/adapter/record-networks.ts': 'export const r = 1\n',
  ...Object.fromEntries(
    WEB_LAYERS.map((layer) => [`packages/${layer}/src/index.ts`, 'export const l = 1\n']),
  ),
  'adapters/standard/src/index.ts': 'export const a = 1\n',
  'apps/server/app.ts': 'export const p = 1\n',
  'bench/start.ts': 'export const b = 1\n',
  'packages/a/src/y-too.ts': "import './y.ts'\n",
  'packages/a/package.json': '{"name": "@qd/a", "type": "module"}\n',
  'package.json': '{"name": "planted", "type": "module"}\n',
  'node_modules/left-out/package.json': '{"name": "left-out", "exports": "./index.js"}\n',
  'node_modules/left-out/index.js': 'export {}\n',
  'node_modules/fastify/package.json': '{"name": "fastify", "exports": "./index.js"}\n',
  'node_modules/fastify/index.js': 'export {}\n',
  'node_modules/ssh2/package.json': '{"name": "ssh2", "exports": "./index.js"}\n',
  'node_modules/ssh2/index.js': 'export {}\n',
}

interface Cruised {
  summary: { violations: { from: string; to: string; rule: { name: string } }[]; totalCruised: number }
}

function cruise(folder: string, folders: string[]): Cruised['summary'] {
  const bin = join(root, 'node_modules/.bin/depcruise')
  const done = spawnSync(bin, ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...folders], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  })
  if (done.stdout === '') throw new Error(`dependency-cruiser did not run: ${done.stderr}`)
  return (JSON.parse(done.stdout) as Cruised).summary
}

/** Rules that stay silent about their planted violation; there must be none. */
export function silentRules(): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'qd-boundaries-'))
  try {
    const planted = Object.values(PLANTED).map(([file, to]) => [file, `import '${to}'\n`] as const)
    for (const [file, text] of [...planted, ...Object.entries(INNOCENT)]) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    }
    copyFileSync(join(root, '.dependency-cruiser.cjs'), join(folder, '.dependency-cruiser.cjs'))
    const folders = FOLDERS.filter((name) => name !== 'e2e' && name !== 'scripts')
    const { violations } = cruise(folder, folders)
    return Object.entries(PLANTED).flatMap(([rule, [file]]) => {
      // A cycle is reported once, from whichever end was read first.
      const isReported = violations.some(
        (found) => found.rule.name === rule && [found.from, found.to].includes(file),
      )
      return isReported ? [] : [rule]
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Imports that break a rule of `.dependency-cruiser.cjs`, and rules that no longer notice anything. */
export function checkBoundaries(): Findings {
  const { violations, totalCruised } = cruise(root, FOLDERS)
  return {
    problems: [
      ...violations.map((found) => `${found.from} -> ${found.to}: ${found.rule.name}`),
      ...silentRules().map((rule) => `rule ${rule} did not report the violation planted for it`),
    ],
    summary: `boundaries: ${totalCruised} modules, ${Object.keys(PLANTED).length} rules proved to bite`,
  }
}

if (isMain(import.meta.url)) report(checkBoundaries())
