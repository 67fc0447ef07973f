import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const WAYS = "export const way = [() => fetch('x'), () => new WebSocket('x'), () => new EventSource('x')]\n"

/** Files of a tree that exists only here, with how many ways out the linter finds in them. */
const PLANTED: Record<string, number> = {
  'features/f/server/way.ts': 3,
  'adapters/a/src/way.ts': 3,
  'packages/server-kit/src/way.ts': 3,
  'apps/server/way.ts': 3,
  'features/f/server/way.test.ts': 0,
  'features/f/web/way.ts': 0,
}

it('the linter finds a way out beside the dialer in each folder of the server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'qd-ways-out-'))
  try {
    copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
    for (const file of Object.keys(PLANTED)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), WAYS)
    }
    const { stdout } = spawnSync(join(root, 'node_modules/.bin/oxlint'), ['--format', 'json'], {
      cwd: folder,
      encoding: 'utf8',
    })
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] }
    const found = diagnostics.filter(({ code }) => code.includes('no-restricted-globals'))
    const counts = Object.keys(PLANTED).map((file) => [
      file,
      found.filter(({ filename }) => filename.endsWith(file)).length,
    ])
    expect(Object.fromEntries(counts)).toEqual(PLANTED)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
