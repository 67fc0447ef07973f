import { AppError, coreErrors } from '@qd/contract-kit'
import type { RouteInput } from '@qd/contract-kit'
import type { CallContext, Caller, Catalogue, LineRecord, SecretBox } from '@qd/server-kit'
import type { StatementTarget, Store } from '@qd/store'
import { allowRedisNetworks, redisErrors } from '../../contract/index.ts'
import type {
  ConnectionConfig,
  ConnectionSecrets,
  RedisConnection,
  deleteConnection,
  orderConnections,
  saveConnection,
} from '../../contract/index.ts'
import { reachesRedis } from '../guard/redis-rights.ts'
import type { NamedConnection } from '../guard/serve-commands.ts'
import { checkConfig } from './check-config.ts'
import { assertSecretsStay, movedField } from './check-way.ts'
import { changedMeanwhile, findRow, insertRow, newRow, rowsOf, updateRow } from './connection-rows.ts'
import { configOf, placeOfLine, sealedOf, viewOf } from './connection-view.ts'
import { NO_SECRETS, givenNames, givenSecrets, mergeSecrets, openSecrets, secretsThere } from './secrets.ts'
import type { OpenSecrets } from './secrets.ts'
import type { ConnectionRow, ConnectionTables } from './tables.ts'

type Body<R> = RouteInput<R>['body']

/** By which nodes tell each other that a connection was changed or deleted; the payload is its id. */
export const TOPIC = 'redis.connections'

export interface ConnectionsDeps {
  readonly store: Store<ConnectionTables>
  readonly secretBox: SecretBox
  /** The hierarchy as of now. */
  readonly catalogue: () => Pick<Catalogue, 'lines' | 'lineById'>
  /** Paths of unix sockets the settings file lists. */
  readonly sockets: readonly string[]
  /** Whether the session has the connection open. */
  isOpen(sessionId: string, connectionId: string): boolean
  readonly now?: () => number
  /** Deletes what is kept for a connection besides itself, in the same transaction. */
  readonly deletedWith?: readonly ((tx: never, connectionId: string) => Promise<unknown>)[]
}

/** A connection with its secrets; stays on the server. */
export interface FoundConnection {
  readonly id: string
  readonly lineId: string
  readonly revision: number
  readonly config: ConnectionConfig
  readonly secrets: OpenSecrets
}

/** Whether a script means this one: by its id, or by where it goes. */
function isNamed(row: ConnectionRow, named: NamedConnection): boolean {
  if ('id' in named) return row.id === named.id
  const { host, port } = configOf(row)
  return host === named.host && port === named.port && (named.name ?? row.name) === row.name
}

const notFound = () => new AppError(redisErrors.redis_connection_not_found, { field: 'connectionId' })
const managed = (field: string) => new AppError(redisErrors.redis_connection_managed, { field })

/** Connections of lines, kept in the store. */
export class Connections {
  readonly #deps: ConnectionsDeps

  constructor(deps: ConnectionsDeps) {
    this.#deps = deps
  }

  /** Those of a line, or of all lines of a game, that the caller may open, in the order people gave them. */
  async list(caller: Caller, at: { game?: string; lineId?: string }): Promise<RedisConnection[]> {
    const lines = new Map(this.#linesFor(caller, at).map((line) => [line.lineId, line]))
    if (lines.size === 0) return []
    const rows = await this.#deps.store.read
      .selectFrom('redis_connection')
      .selectAll()
      .where('line_id', 'in', [...lines.keys()])
      .orderBy('line_id')
      .orderBy('position')
      .orderBy('id')
      .execute()
    return rows.flatMap((row) => {
      const line = lines.get(row.line_id)!
      const isOpen = reachesRedis({ caller, place: placeOfLine(line) }, [row.name])
      return isOpen ? [viewOf(row, line, caller)] : []
    })
  }

  #linesFor(caller: Caller, { game, lineId }: { game?: string; lineId?: string }): LineRecord[] {
    return this.#deps
      .catalogue()
      .lines.filter((line) => lineId === undefined || line.lineId === lineId)
      .filter((line) => game === undefined || line.game === game)
      .filter((line) => reachesRedis({ caller, place: placeOfLine(line) }, []))
  }

  /** The connection of a line that a script names by its id or by where it goes; null for none, or several. */
  async idOf(lineId: string, named: NamedConnection): Promise<string | null> {
    if ('id' in named) return named.id
    const rows = await this.#deps.store.read
      .selectFrom('redis_connection')
      .selectAll()
      .where('line_id', '=', lineId)
      .execute()
    const found = rows.filter((row) => isNamed(row, named))
    return found.length === 1 ? found[0]!.id : null
  }

  /** Lines with such a connection, of those where the caller may open it. */
  async linesOf(caller: Caller, named: NamedConnection): Promise<string[]> {
    const lines = new Map(this.#linesFor(caller, {}).map((line) => [line.lineId, line]))
    const rows = await this.#deps.store.read.selectFrom('redis_connection').selectAll().execute()
    const found = rows.filter((row) => {
      const line = lines.get(row.line_id)
      const isOpen = line !== undefined && reachesRedis({ caller, place: placeOfLine(line) }, [row.name])
      return isOpen && isNamed(row, named)
    })
    return [...new Set(found.map((row) => row.line_id))]
  }

  /** Throws `redis_connection_not_found`, for those of other lines too, and `secrets_sealed` without the master key. */
  async findConnection(lineId: string, id: string): Promise<FoundConnection> {
    const row = await findRow(this.#deps.store.read, lineId, id)
    if (row === undefined) throw notFound()
    return this.#opened(row)
  }

  #opened(row: ConnectionRow): FoundConnection {
    const secrets = openSecrets(sealedOf(row), row.id, this.#deps.secretBox)
    return { id: row.id, lineId: row.line_id, revision: row.revision, config: configOf(row), secrets }
  }

  /**
   * Calls back with the id of each connection that this or another node changed or deleted, and with null when such news
   * may have been missed; returns a disposer.
   */
  whenChanged(listener: (connectionId: string | null) => void): () => void {
    const { broadcast } = this.#deps.store
    const disposers = [broadcast.subscribe(TOPIC, listener), broadcast.onLost(() => listener(null))]
    return () => {
      for (const dispose of disposers) dispose()
    }
  }

  #tell(tx: StatementTarget, id: string): void {
    this.#deps.store.broadcast.publishWith(tx, TOPIC, id)
  }

  #line(lineId: string): LineRecord {
    const line = this.#deps.catalogue().lineById.get(lineId)
    if (line === undefined) throw new AppError(coreErrors.line_not_found, { field: 'lineId' })
    return line
  }

  /**
   * The connection a form describes, checked as a save checks it, with the secrets it would have: what a test goes its way
   * with. Throws what a save throws, but for names and revisions.
   */
  async asGiven(
    { lineId, connectionId, config, secrets }: GivenConnection,
    ctx: Pick<CallContext, 'holds'>,
  ): Promise<Pick<FoundConnection, 'config' | 'secrets'>> {
    const row =
      connectionId === undefined ? undefined : await findRow(this.#deps.store.read, lineId, connectionId)
    if (connectionId !== undefined && row === undefined) throw notFound()
    return { config, secrets: this.#checked({ config, secrets }, row, ctx) }
  }

  #checked(
    { config, secrets }: Pick<GivenConnection, 'config' | 'secrets'>,
    row: ConnectionRow | undefined,
    ctx: Pick<CallContext, 'holds'>,
  ): OpenSecrets {
    const stored = row === undefined ? undefined : this.#opened(row)
    if (row !== undefined && stored !== undefined) {
      if (row.is_managed === 1) assertUnmanaged(config, secrets, stored.config)
      assertSecretsStay(config, secrets, { config: stored.config, secrets: secretsThere(sealedOf(row)) })
    }
    const merged = mergeSecrets(givenSecrets(config, secrets), stored?.secrets ?? NO_SECRETS)
    const { sockets } = this.#deps
    checkConfig(config, merged, stored?.config, { mayAllowNetworks: ctx.holds(allowRedisNetworks), sockets })
    return merged
  }

  /** The row as the caller saw it; refused when it was changed since, and while the caller has it open (S4.13). */
  async #findToChange(
    { lineId, connectionId, revision }: SeenConnection,
    { caller }: CallContext,
  ): Promise<ConnectionRow> {
    const row = await findRow(this.#deps.store.read, lineId, connectionId)
    if (row === undefined) throw notFound()
    if (this.#deps.isOpen(caller.sessionId, row.id)) {
      throw new AppError(redisErrors.redis_close_first, { params: { name: row.name } })
    }
    if (row.revision !== revision) throw changedMeanwhile()
    return row
  }

  async save(body: Body<typeof saveConnection>, ctx: CallContext): Promise<RedisConnection> {
    const { lineId, connectionId, revision = 0, config } = body
    const line = this.#line(lineId)
    const before =
      connectionId === undefined
        ? undefined
        : await this.#findToChange({ lineId, connectionId, revision }, ctx)
    const secrets = this.#checked(body, before, ctx)
    const made = newRow(this.#deps, { id: before?.id, lineId, config, secrets, by: ctx.caller.username })
    const { password_env, is_managed, position } = before ?? made
    const row = { ...made, password_env, is_managed, position, revision: (before?.revision ?? 0) + 1 }
    const given = givenSecrets(config, body.secrets)
    // A password somebody gave is no longer that of the settings file.
    if (given.password !== undefined) row.password_env = ''
    ctx.changed(before === undefined ? null : configOf(before), config)
    ctx.note({ connectionId: row.id, secretsGiven: givenNames(given) })
    await ctx.commit<ConnectionTables, void>(async (tx) => {
      if (before === undefined) return insertRow(tx, row)
      await updateRow(tx, row, before.revision)
      this.#tell(tx, row.id)
    })
    return viewOf(row, line, ctx.caller)
  }

  async delete(body: Body<typeof deleteConnection>, ctx: CallContext): Promise<void> {
    const row = await this.#findToChange(body, ctx)
    if (row.is_managed === 1) throw managed('connectionId')
    ctx.changed(configOf(row), null)
    await ctx.commit<ConnectionTables, void>(async (tx) => {
      const { numDeletedRows } = await tx
        .deleteFrom('redis_connection')
        .where('id', '=', row.id)
        .where('revision', '=', row.revision)
        .executeTakeFirst()
      if (numDeletedRows !== 1n) throw changedMeanwhile()
      for (const forget of this.#deps.deletedWith ?? []) await forget(tx as never, row.id)
      this.#tell(tx, row.id)
    })
  }

  /** All of the line have to be named, so that nobody's new one is lost. */
  async order({ lineId, ids }: Body<typeof orderConnections>, ctx: CallContext): Promise<void> {
    await ctx.commit<ConnectionTables, void>(async (tx) => {
      const all = await rowsOf(tx, lineId)
      const places = new Map(ids.map((id, at) => [id, at]))
      if (places.size !== all.length || all.some(({ id }) => !places.has(id))) {
        throw new AppError(redisErrors.redis_connection_changed, { field: 'ids' })
      }
      for (const { id, position } of all) {
        const next = places.get(id)!
        if (next === position) continue
        await tx.updateTable('redis_connection').set({ position: next }).where('id', '=', id).execute()
      }
    })
  }
}

/** What a form gives; `connectionId` when it is about a stored one. */
export interface GivenConnection {
  readonly lineId: string
  readonly connectionId?: string | undefined
  readonly config: ConnectionConfig
  readonly secrets: ConnectionSecrets
}

interface SeenConnection {
  readonly lineId: string
  readonly connectionId: string
  readonly revision: number
}

/** Address, secrets and networks are those of this start; names, tags and the like are people's. */
function assertUnmanaged(
  config: ConnectionConfig,
  secrets: ConnectionSecrets,
  before: ConnectionConfig,
): void {
  const moved = movedField(config, before)
  const flag = (
    ['mode', 'username', 'scriptUser', 'asksPassword', 'allowLoopback', 'allowPrivate', 'readOnly'] as const
  ).find((name) => config[name] !== before[name])
  const [given] = givenNames(secrets)
  const field = moved ?? flag
  if (field !== undefined) throw managed(`config.${field}`)
  if (given !== undefined) throw managed(`secrets.${given}`)
}
