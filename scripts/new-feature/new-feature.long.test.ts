import { spawnSync } from 'node:child_process'
import { appendFileSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_OPTIONS } from './new-feature-options.ts'
import { writeFeature } from '../new-feature.ts'
import { copyTree, type TreeCopy } from '../mutants/tree-copy.ts'

/** Every kind of feature, side by side in one tree, so that each tool runs once. */
const FEATURES = {
  'gift-trial': NO_OPTIONS,
  'gift-round': { hasCall: true, hasGame: false, role: null },
  'gift-game': { hasCall: true, hasGame: true, role: 'operator' },
} as const
const FOLDERS = Object.keys(FEATURES).map((name) => `features/${name}`)

/** As `npm run check` looks for dead code; of packages, a tree of links knows nothing. */
const LOOK = ['--no-progress', '--no-config-hints', '--exclude', 'binaries,dependencies,unlisted']

let tree: TreeCopy
beforeAll(() => {
  tree = copyTree()
  for (const [name, options] of Object.entries(FEATURES)) writeFeature(tree.folder, name, options)
  tree.link()
  run('oxfmt', ...FOLDERS, 'apps/server')
})
afterAll(() => tree.remove())

function start(command: string, args: readonly string[]): { status: number | null; output: string } {
  const done = spawnSync(command, args, { cwd: tree.folder, encoding: 'utf8' })
  return { status: done.status, output: `${done.stdout}${done.stderr}` }
}

const run = (command: string, ...args: string[]) =>
  start(join(tree.folder, 'node_modules/.bin', command), args)
const read = (file: string) => readFileSync(join(tree.folder, file), 'utf8')

describe('npm run new:feature', () => {
  it.each(['tsconfig.server.json', 'tsconfig.web.json'])('makes features that %s accepts', (config) => {
    expect(run('tsc', '-p', config)).toEqual({ status: 0, output: '' })
  })

  it('makes features that lint and boundaries accept', () => {
    expect(run('oxlint', '--quiet', ...FOLDERS, 'apps/server')).toMatchObject({ status: 0 })
    // Packages are links out of the tree: what they are is asked of the link, where imports lead of its end.
    const ways = [['--preserve-symlinks'], ['--include-only', '^(packages|features|adapters|apps)/']]
    for (const way of ways) {
      const imports = run('depcruise', '--config', '.dependency-cruiser.cjs', ...way, ...FOLDERS)
      expect(imports.output).toContain('no dependency violations found')
    }
  })

  it('makes features without dead code', () => {
    expect(run('knip', ...LOOK)).toEqual({ status: 0, output: '' })
    expect(run('knip', '--production', ...LOOK)).toEqual({ status: 0, output: '' })
  })

  it('makes features that pass their own route tests', () => {
    const routes = run('vitest', 'run', '--project', 'node', ...FOLDERS)
    expect(routes.output).toContain('25 passed')
  })

  it('makes features that pass their own screen tests', () => {
    const screens = run('vitest', 'run', '--project', 'web', ...FOLDERS)
    expect(screens.output).toContain('8 passed')
  })

  it('writes ten languages for both rooms, the same keys in all', () => {
    const keysOf = (file: string) => Object.keys(JSON.parse(read(file)) as object).toSorted()
    for (const folder of FOLDERS) {
      for (const room of ['contract', 'web']) {
        const files = readdirSync(join(tree.folder, folder, room, 'locales'))
        expect(files).toHaveLength(10)
        for (const file of files)
          expect(keysOf(`${folder}/${room}/locales/${file}`)).toEqual(
            keysOf(`${folder}/${room}/locales/cn.json`),
          )
      }
    }
  })

  it('leaves drafts that the locale check names and lets pass', () => {
    const checked = start(process.execPath, ['scripts/checks/check-locales.ts'])
    expect(checked.output).toMatch(/^note: \d+ texts are drafts, in .*gift-game\/web\/locales \(tw.json 2, /m)
    expect(checked.status).toBe(0)
  })

  it('gives the call to the role, and the page with it', () => {
    const { output } = start(process.execPath, [
      '-e',
      "import('@qd/gift-game/contract').then(({ giftGameRead, giftGameAsk }) =>" +
        'console.log(JSON.stringify([giftGameRead.heldBy, giftGameAsk.permission.heldBy])))',
    ])
    expect(output).toContain('[["operator","reviewer"],["operator"]]')
    expect(read('apps/server/compose/compose-features.ts')).toContain(
      'createGiftGameFeature({ reach: scope.reach })',
    )
  })

  it('refuses a name that is taken', () => {
    expect(() => writeFeature(tree.folder, 'gift-trial')).toThrow('exists already')
  })
})

describe('the look for dead code', () => {
  it('finds what only a test uses, wherever it is exported', () => {
    const append = (file: string, text: string) => appendFileSync(join(tree.folder, file), `${text}\n`)
    append('packages/server-kit/src/uuid.ts', 'export const spareInKit = 1')
    append('packages/server-kit/src/index.ts', "export { spareInKit } from './uuid.ts'")
    append('features/gift-game/server/show-overview.ts', 'export const spareInFeature = 1')
    append(
      'features/gift-game/server/show-answer.test.ts',
      "import { spareInKit } from '@qd/server-kit'\nimport { spareInFeature } from './show-overview.ts'\nvoid [spareInKit, spareInFeature]",
    )
    expect(run('knip', ...LOOK)).toEqual({ status: 0, output: '' })
    const found = run('knip', '--production', ...LOOK)
    expect(found).toMatchObject({ status: 1, output: expect.stringContaining('spareInKit') })
    expect(found.output).toContain('spareInFeature')
  })
})
