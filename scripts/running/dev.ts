import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer } from 'vite'
import { NODE_FLAGS } from './prepare.mjs'

const root = join(import.meta.dirname, '../..')
const port = process.env['QD_PORT'] ?? '8600'
process.env['QD_DEV_SERVER'] ??= `http://127.0.0.1:${port}`

const server = spawn(
  process.execPath,
  [...NODE_FLAGS, '--watch', '--watch-preserve-output', 'apps/server/cli/dev.ts'],
  {
    cwd: root,
    stdio: 'inherit',
  },
)
const pages = await createServer({
  root: join(root, 'apps/web'),
  configFile: join(root, 'apps/web/vite.config.ts'),
})
await pages.listen()
console.log(`Pages that follow every change: ${pages.resolvedUrls?.local[0] ?? 'see Vite above'}`)

function stop(): void {
  server.kill('SIGTERM')
  void pages.close().then(() => process.exit(0))
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
server.on('exit', (code) => process.exit(code ?? 0))
