import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeFeature } from './new-feature.ts'
import { copyTree, type TreeCopy } from './tree-copy.ts'

let tree: TreeCopy
beforeAll(() => {
  tree = copyTree()
  writeFeature(tree.folder, 'gift-trial')
  tree.link()
})
afterAll(() => tree.remove())

function run(command: string, ...args: string[]): { status: number | null; output: string } {
  const done = spawnSync(join(tree.folder, 'node_modules/.bin', command), args, {
    cwd: tree.folder,
    encoding: 'utf8',
  })
  return { status: done.status, output: `${done.stdout}${done.stderr}` }
}

describe('npm run new:feature', () => {
  it.each(['tsconfig.server.json', 'tsconfig.web.json'])('makes a feature that %s accepts', (config) => {
    expect(run('tsc', '-p', config)).toEqual({ status: 0, output: '' })
  })

  it('makes a feature that passes lint and its own route test', () => {
    expect(run('oxlint', '--quiet', 'features/gift-trial', 'apps/server')).toMatchObject({ status: 0 })
    const tested = run('vitest', 'run', '--project', 'node', 'features/gift-trial')
    expect(tested.output).toContain('4 passed')
  })

  it('writes ten languages for both rooms', () => {
    for (const room of ['contract', 'web'])
      expect(readdirSync(join(tree.folder, 'features/gift-trial', room, 'locales'))).toHaveLength(10)
  })

  it.each(['Gift', '../gift', 'gift--x', '', 'gift_x'])('refuses the name %j', (name) => {
    expect(() => writeFeature(tree.folder, name)).toThrow('no feature name')
  })

  it('refuses a name that is taken', () => {
    expect(() => writeFeature(tree.folder, 'gift-trial')).toThrow('exists already')
  })
})
