// The console with one game server that runs elsewhere: `bulk-console.ts FOLDER TARGET`.
import { createConsole } from '@qd/app-server'
import { readEnv } from '@qd/app-server/env'
import type { GameServerTarget } from '@qd/game-contract/adapter'
import { world } from '@qd/sandbox'

const [folder = '', target = ''] = process.argv.slice(2)
const { sId, platform, apiUrl, ws, serverId, keyId, hashKey } = JSON.parse(target) as GameServerTarget
const env = readEnv({
  QD_PORT: '0',
  QD_DATA_DIR: folder,
  QD_LOG_LEVEL: 'error',
  QD_SANDBOX: 'off',
  QD_LOGIN_GET: 'off',
  DATABASE_URL: process.env['DATABASE_URL'],
})
const running = await createConsole({ env, announce: () => {} })
await running.access.access.ensureBuiltInRoles(running.catalogue())
await running.session.seedAccounts(world.accounts, world.accountPassword)
await running.gameCatalogue.seed(world, [{ sId, platform, apiUrl, ws, serverId, keyId, hashKey }])
process.on('SIGTERM', () => void running.stop().then(() => process.exit(0)))
console.log(`ready at ${running.url}`)
