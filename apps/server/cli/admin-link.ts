import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createAccessFeature } from '@qd/access/server'
import { createAuditFeature } from '@qd/audit/server'
import { AppError } from '@qd/contract-kit'
import { errorText, loadTexts } from '@qd/server-kit'
import type { SecretBox } from '@qd/server-kit'
import { AdminLinkError, createSessionFeature } from '@qd/session/server'
import { isStoreError, openStore } from '@qd/store'
import { EnvError, originOf, readEnv } from '../env.ts'
import type { Env } from '../env.ts'
import { migrations } from '../migrations.ts'
import { runCommand } from './run-command.ts'

const USAGE = 'npm run admin:link -- <user name> [--drop-second-factor]'

/** Nothing secret is written here: a console with another master key, or none, goes on as it was. */
const KEYLESS: SecretBox = {
  isOpen: false,
  seal: () => {
    throw new Error('no secret is written here')
  },
  open: () => {
    throw new Error('no secret is read here')
  },
  digest: () => '[sealed]',
}

/** A database in use belongs to the console's user; files of another one would keep it from starting. */
function assertOwnDatabase(dataDir: string): void {
  const file = join(dataDir, 'quarterdeck.db')
  if (!existsSync(file)) throw new EnvError(`QD_DATA_DIR: there is no quarterdeck.db in ${dataDir}`)
  const { uid } = statSync(file)
  if (process.getuid !== undefined && process.getuid() !== uid) {
    throw new EnvError(`${file} belongs to user ${uid}: run this as that user, e.g. with runuser or sudo -u`)
  }
}

async function openData({ databaseUrl, dataDir }: Env) {
  if (databaseUrl === undefined) assertOwnDatabase(dataDir)
  const where = databaseUrl === undefined ? { dataDir } : { databaseUrl }
  return openStore<never>({ ...where, migrations }).catch((error: unknown) => {
    if (!isStoreError(error) || error.code !== 'store_locked') throw error
    throw new EnvError(
      `${error.message} Stop it, run this again and start it: with SQLite one process writes.`,
    )
  })
}

/** Exit code 0 when the link was made, 2 otherwise. */
await runCommand(async (print) => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'drop-second-factor': { type: 'boolean', default: false } },
  })
  const [username = ''] = positionals
  if (username === '' || positionals.length > 1) throw new TypeError(USAGE)
  const env = readEnv(process.env)
  const store = await openData(env)
  const audit = createAuditFeature({ store: store.as(), secretBox: KEYLESS })
  const access = createAccessFeature({
    store: store.as(),
    audit: audit.audit,
    usage: { seen: () => new Set(), lastUses: async () => [] },
    accounts: () => session.accounts,
    previews: () => session.previews,
    catalogue: () => [],
    resources: () => [],
    titleOf: (_lang, permission) => permission,
  })
  const session = createSessionFeature({
    store: store.as(),
    audit: audit.audit,
    access: access.access,
    secretBox: KEYLESS,
    // A link tells nobody; who signs in by it does, in the console.
    notifications: { tell: async () => undefined },
    catalogue: () => [],
    loginGet: false,
    passwordMin: env.passwordMin,
  })
  try {
    const { path, expiresAt, isNew } = await session.makeAdminLink({
      username,
      dropsSecondFactor: values['drop-second-factor'],
    })
    print(`${isNew ? 'New administrator' : 'New password for administrator'} ${username}, once, until`)
    print(
      `${new Date(expiresAt).toISOString()}: ${env.publicUrl?.replace(/\/$/, '') ?? originOf(env, env.port)}${path}`,
    )
  } catch (error) {
    if (error instanceof AdminLinkError) throw new EnvError(error.message)
    if (error instanceof AppError)
      throw new EnvError(errorText(error, loadTexts([session.texts, access.texts]), 'en'))
    throw error
  } finally {
    await session.stop()
    await store.close()
  }
})
