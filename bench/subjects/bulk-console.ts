// The console with game servers that run elsewhere: `bulk-console.ts FOLDER TARGET [approved]`. TARGET is one of them or a
// list; with `approved`, somebody else has to approve each mail.
import { createConsole } from '@qd/app-server'
import { readEnv } from '@qd/app-server/env'
import type { GameServerTarget } from '@qd/game-contract/adapter'
import { mailSendApproval } from '@qd/mail/contract'
import { world } from '@qd/sandbox'

const [folder = '', target = '', approved = ''] = process.argv.slice(2)
const targets = [JSON.parse(target) as GameServerTarget | GameServerTarget[]].flat()
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
const addresses = targets.map(({ sId, platform, apiUrl, ws, serverId, keyId, hashKey }) => {
  return { sId, platform, apiUrl, ws, serverId, keyId, hashKey }
})
await running.gameCatalogue.seed(world, addresses)
if (approved === 'approved')
  await running.approvals.seed([
    {
      name: 'mails',
      isActive: true,
      match: {
        effects: [],
        types: [mailSendApproval.type],
        scopes: [],
        environments: [],
        leastRisk: 'R0',
        limits: null,
      },
      stages: [{ name: 'review', need: 1, groups: [] }],
      differentPeople: true,
      decideWithinHours: 72,
    },
  ])
process.on('SIGTERM', () => void running.stop().then(() => process.exit(0)))
console.log(`ready at ${running.url}`)
