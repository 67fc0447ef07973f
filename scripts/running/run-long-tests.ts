import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { withWorkFolder } from './work-folder.ts'

const root = join(import.meta.dirname, '../..')
const vitest = join(root, 'node_modules/.bin/vitest')

// Arguments narrow the run, as they do for Vitest: parts of file names, `-t` with a part of a title.
// Journeys among them open the built pages.
const built = spawnSync(process.execPath, [join(root, 'scripts/build-web.ts')], {
  cwd: root,
  stdio: 'inherit',
})
if (built.status !== 0) process.exit(built.status ?? 1)
const args = ['run', '--project', 'long', ...process.argv.slice(2)]
const { status } = withWorkFolder(() => spawnSync(vitest, args, { cwd: root, stdio: 'inherit' }))
process.exit(status ?? 1)
