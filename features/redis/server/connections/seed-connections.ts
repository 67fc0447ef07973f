import { isDeepStrictEqual } from 'node:util'
import { AppError } from '@qd/contract-kit'
import type { Store } from '@qd/store'
import { plainConfig } from '../../contract/index.ts'
import type { ConnectionConfig, PlayerPattern } from '../../contract/index.ts'
import { checkConfig } from './check-config.ts'
import { insertRow, newRow } from './connection-rows.ts'
import { configOf, sealedOf } from './connection-view.ts'
import { TOPIC } from './connections.ts'
import type { ConnectionsDeps } from './connections.ts'
import { NO_SECRETS, openSecrets, sealSecrets } from './secrets.ts'
import type { OpenSecrets } from './secrets.ts'
import type { ConnectionRow, ConnectionTables } from './tables.ts'

type Transaction = Store<ConnectionTables>['read']

/** A connection of the settings file; it holds no password, but may name the variable that does. */
export interface SettingsConnection extends Pick<
  ConnectionConfig,
  | 'name'
  | 'mode'
  | 'host'
  | 'port'
  | 'socketPath'
  | 'username'
  | 'sentinel'
  | 'readOnly'
  | 'separators'
  | 'group'
  | 'tags'
  | 'allowLoopback'
  | 'allowPrivate'
> {
  readonly lineId: string
  readonly tls: boolean
  /** Variable of the environment with the password; empty: none. */
  readonly passwordEnv: string
}

/** A connection whose address and password are those of this start. */
export interface ManagedConnection {
  readonly id: string
  readonly lineId: string
  readonly name: string
  readonly host: string
  readonly port: number
  readonly password: string
  readonly readOnly: boolean
  /** By which its keys of a player are found, until people write their own. */
  readonly playerPatterns?: readonly PlayerPattern[]
}

interface SeedDeps extends Pick<ConnectionsDeps, 'store' | 'secretBox' | 'catalogue' | 'sockets' | 'now'> {
  /** Told of a connection that is left out, and why. */
  warn(detail: object, message: string): void
}

/** Writes over what is stored, and tells the pools of all nodes. */
async function writeOver(
  { store }: SeedDeps,
  tx: Transaction,
  row: ConnectionRow,
  part: Partial<ConnectionRow>,
): Promise<void> {
  await tx
    .updateTable('redis_connection')
    .set({ ...part, revision: row.revision + 1 })
    .where('id', '=', row.id)
    .where('revision', '=', row.revision)
    .execute()
  store.broadcast.publishWith(tx, TOPIC, row.id)
}

function secretsNow(deps: SeedDeps, row: ConnectionRow): OpenSecrets | null {
  try {
    return openSecrets(sealedOf(row), row.id, deps.secretBox)
  } catch {
    // A seal that does not open is written anew.
    return null
  }
}

/** The row as it shall be kept; null: nothing about it is new. */
function renewed(
  deps: SeedDeps,
  row: ConnectionRow,
  { password, ...part }: { password: string } & Partial<ConnectionConfig>,
): Partial<ConnectionRow> | null {
  const before = configOf(row)
  const config = { ...before, ...part }
  const opened = secretsNow(deps, row)
  if (isDeepStrictEqual(config, before) && opened?.password === password) return null
  // What people gave beside it stays.
  const secrets = sealSecrets({ ...(opened ?? NO_SECRETS), password }, row.id, deps.secretBox)
  return { config: JSON.stringify(config), secrets: JSON.stringify(secrets) }
}

async function seedManaged(deps: SeedDeps, tx: Transaction, given: ManagedConnection): Promise<void> {
  const { id, lineId, name, host, port, password, readOnly } = given
  const row = await tx.selectFrom('redis_connection').selectAll().where('id', '=', id).executeTakeFirst()
  if (row !== undefined) {
    const part = renewed(deps, row, { host, port, readOnly, allowLoopback: true, password })
    if (part !== null) await writeOver(deps, tx, row, part)
    return
  }
  const config = plainConfig({ name, host, port, readOnly, allowLoopback: true })
  const made = newRow(deps, { id, lineId, config, secrets: { ...NO_SECRETS, password }, by: 'sandbox' })
  await insertRow(tx, { ...made, is_managed: 1 })
}

/** Makes or renews connections to servers of this start; names and the like that people gave stay. */
export async function seedManagedConnections(
  deps: SeedDeps,
  given: readonly ManagedConnection[],
): Promise<void> {
  // A console that started sealed runs on with the addresses it has.
  if (!deps.secretBox.isOpen) return
  for (const each of given) {
    await leftOutWhenRefused(deps, each, () =>
      deps.store.write((tx) => seedManaged(deps, tx, each), { inReserve: true }),
    )
  }
}

/** A connection of the file never keeps the console from starting. */
async function leftOutWhenRefused(
  { warn }: SeedDeps,
  { lineId, name }: { lineId: string; name: string },
  seed: () => Promise<void>,
): Promise<void> {
  try {
    await seed()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    warn({ lineId, name, code: error.def.code, field: error.field }, 'a Redis connection was left out')
  }
}

const byName = (tx: Transaction, lineId: string, name: string) =>
  tx
    .selectFrom('redis_connection')
    .selectAll()
    .where('line_id', '=', lineId)
    .where('name', '=', name)
    .executeTakeFirst()

async function seedFromFile(
  deps: SeedDeps,
  tx: Transaction,
  { lineId, passwordEnv, tls, ...part }: SettingsConnection,
  password: string,
): Promise<void> {
  const row = await byName(tx, lineId, part.name)
  if (row !== undefined) {
    // A password people gave instead stays.
    const isOurs = passwordEnv !== '' && row.password_env === passwordEnv
    const renewal = isOurs ? renewed(deps, row, { password }) : null
    if (renewal !== null) await writeOver(deps, tx, row, renewal)
    return
  }
  const config = plainConfig({ ...part, tls: tls ? { servername: '', ca: '', cert: '' } : null })
  const rights = { mayAllowNetworks: true, sockets: deps.sockets }
  const secrets = { ...NO_SECRETS, password }
  checkConfig(config, secrets, undefined, rights)
  const made = newRow(deps, { lineId, config, secrets, by: 'settings.json' })
  await insertRow(tx, { ...made, password_env: passwordEnv })
}

/**
 * Adds what the settings file lists and the line has not, by name, and renews passwords whose variable changed. Nothing
 * that people changed is written over, and nothing is removed.
 */
export async function seedSettingsConnections(
  deps: SeedDeps,
  given: readonly SettingsConnection[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  if (!deps.secretBox.isOpen) return
  for (const each of given) {
    const { lineId, name, passwordEnv } = each
    const password = passwordEnv === '' ? '' : env[passwordEnv]
    const isThere = deps.catalogue().lineById.has(lineId)
    if (!isThere || password === undefined) {
      const missing = isThere ? `variable ${passwordEnv}` : `line ${lineId}`
      deps.warn({ lineId, name, missing }, 'a Redis connection of settings.json was left out')
      continue
    }
    await leftOutWhenRefused(deps, each, () =>
      deps.store.write((tx) => seedFromFile(deps, tx, each, password), { inReserve: true }),
    )
  }
}
