import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const vitest = join(root, 'node_modules/.bin/vitest')

// Arguments narrow the run, as they do for Vitest: parts of file names, `-t` with a part of a title.
const { status } = spawnSync(vitest, ['run', '--project', 'long', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
process.exit(status ?? 1)
