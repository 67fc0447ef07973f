import { AppError, z } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import type { Language } from '@qd/i18n'
import { allowRedisNetworks, connectionConfig, plainConfig, redisErrors } from '../../../contract/index.ts'
import type { ConnectionConfig, ImportedRow, importConnections as route } from '../../../contract/index.ts'
import { checkConfig, neededNetworks } from '../check-config.ts'
import { insertRow, newRow, rowsOf } from '../connection-rows.ts'
import type { ConnectionsDeps } from '../connections.ts'
import type { OpenSecrets } from '../secrets.ts'
import type { ConnectionTables } from '../tables.ts'
import { isObject, textOf } from './read-connection.ts'
import type { ReadConnection } from './read-connection.ts'
import { readFile } from './read-file.ts'

export interface ExchangeDeps extends Pick<ConnectionsDeps, 'store' | 'secretBox' | 'sockets' | 'now'> {
  /** A refusal in words, for the rows of an import. */
  say(error: AppError, lang: Language): string
}

interface PlannedRow extends ImportedRow {
  /** What an import adds; null: nothing. */
  readonly adds: { config: ConnectionConfig; secrets: OpenSecrets } | null
}

function configOf({ part, findsNetworks }: ReadConnection, mayAllowNetworks: boolean): ConnectionConfig {
  const given = plainConfig(part)
  const read = z.safeParse(connectionConfig, given)
  if (!read.success) {
    const field = `config.${read.error.issues[0]!.path.join('.')}`
    throw new AppError(redisErrors.redis_config_invalid, {
      field,
      params: { field, problem: { text: 'redis.import.field' } },
    })
  }
  const config = read.data
  return findsNetworks && mayAllowNetworks ? { ...config, ...neededNetworks(config) } : config
}

/** Characters of an address that are shown. */
const ADDRESS_MAX = 300

const hostPort = (of: unknown): string => {
  const fields = isObject(of) ? of : {}
  return `${textOf(fields, 'host')}:${textOf(fields, 'port')}`
}

/** Where a connection leads, for people; the file may hold anything in the place of each field. */
function addressOf(part: Readonly<Record<string, unknown>>): string {
  const { sentinel } = part
  const nodes = isObject(sentinel) ? sentinel['nodes'] : undefined
  const ways = Array.isArray(nodes) ? nodes.map(hostPort).join(', ') : hostPort(part)
  return (textOf(part, 'socketPath') || ways).slice(0, ADDRESS_MAX)
}

/** What each connection of a file would become on a line that has these names. */
function planRows(
  deps: ExchangeDeps,
  read: readonly ReadConnection[],
  taken: Set<string>,
  ctx: CallContext,
): PlannedRow[] {
  const mayAllowNetworks = ctx.holds(allowRedisNetworks)
  const rights = { mayAllowNetworks, sockets: deps.sockets, mayLackSecrets: true }
  return read.map((each, index) => {
    const { name } = each.part
    const row = { line: index + 1, name, address: addressOf(each.part), field: '', note: '', adds: null }
    try {
      const config = configOf(each, mayAllowNetworks)
      checkConfig(config, each.secrets, undefined, rights)
      if (taken.has(config.name)) {
        const error = new AppError(redisErrors.redis_connection_exists, { params: { name: config.name } })
        return { ...row, state: 'exists', note: deps.say(error, ctx.lang) }
      }
      taken.add(config.name)
      const note = each.lacksSecrets ? ctx.text('redis.import.secretless') : ''
      return { ...row, name: config.name, state: 'added', note, adds: { config, secrets: each.secrets } }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { ...row, state: 'refused', field: error.field ?? '', note: deps.say(error, ctx.lang) }
    }
  })
}

/** Adds what a file holds and the line has not; changes and removes nothing. */
export async function importConnections(
  deps: ExchangeDeps,
  { body }: RouteInput<typeof route>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof route>> {
  const { lineId, text, passphrase, apply } = body
  const read = await readFile(text, passphrase)
  const taken = new Set((await rowsOf(deps.store.read, lineId)).map(({ name }) => name))
  const planned = planRows(deps, read, taken, ctx)
  const count = (state: ImportedRow['state']) => planned.filter((row) => row.state === state).length
  const counts = { added: count('added'), exists: count('exists'), refused: count('refused') }
  const adds = planned.flatMap((row) => (row.adds === null ? [] : [row.adds]))
  const isApplied = apply && adds.length > 0
  if (isApplied) {
    const rows = adds.map((each) => newRow(deps, { lineId, ...each, by: ctx.caller.username }))
    ctx.changed(null, { connections: adds.map(({ config }) => config.name) })
    ctx.note(counts)
    await ctx.commit<ConnectionTables, void>(async (tx) => {
      for (const row of rows) await insertRow(tx, row)
    })
  }
  return { rows: planned.map(({ adds: _adds, ...row }) => row), counts, isApplied }
}
