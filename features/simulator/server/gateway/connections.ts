import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@qd/contract-kit'
import { uuidv7 } from '@qd/server-kit'
import { CONNECTIONS_MAX, KEPT_MS, RESUME_MS, simulatorErrors } from '../../contract/index.ts'
import { GameConnection } from './connection/connection.ts'
import type { ConnectionNews, ConnectionOptions } from './connection/connection-options.ts'
import type { Page } from './connection/page-feed.ts'
import type { GatewayDeps, GatewayLimits } from './gateway-deps.ts'
import type { OpenAccount } from './sharing/other-nodes.ts'
import { TIMELINE_LIMITS, TimelineShares } from './timeline/timeline-share.ts'

const LIMITS: GatewayLimits = {
  ...TIMELINE_LIMITS,
  connectionsOfUser: CONNECTIONS_MAX,
  connectionsOfNode: 400,
  resumeMs: RESUME_MS,
  keptMs: KEPT_MS,
}
const FILE = /^[0-9a-f-]{36}\.frames$/

interface Held {
  connection: GameConnection
  /** Since when nobody looks at it; null while somebody does. */
  leftAt: number | null
  timer: NodeJS.Timeout | null
}

export type NewConnection = Omit<ConnectionOptions, 'id' | 'news' | 'timeline'>

/** The connections of this node. */
export class Connections {
  readonly #deps: Pick<GatewayDeps, 'folder' | 'freeBytes' | 'onFault'>
  readonly #limits: GatewayLimits
  readonly shares: TimelineShares
  readonly #held = new Map<string, Held>()
  /** Names of those who have an account open on other nodes. */
  namesElsewhere: (account: { game: string; u_id: string }) => readonly string[] = () => []
  /** Called when somebody comes or goes here. */
  onSharing: () => void = () => undefined

  constructor(deps: Pick<GatewayDeps, 'folder' | 'freeBytes' | 'onFault' | 'limits'>) {
    this.#deps = deps
    this.#limits = { ...LIMITS, ...deps.limits }
    this.shares = new TimelineShares(this.#limits)
  }

  async create(given: NewConnection, news: ConnectionNews): Promise<GameConnection> {
    await mkdir(this.#deps.folder, { recursive: true, mode: 0o700 })
    // From here to its place in the list nothing waits: two at once would both find room for one.
    const outgoing = this.#outgoing(given.userId)
    const id = uuidv7()
    const { freeBytes } = this.#deps
    const connection = new GameConnection({
      ...given,
      id,
      news,
      timeline: {
        path: this.#pathOf(id),
        share: this.shares.of(given.userId),
        ...(freeBytes === undefined ? {} : { freeBytes }),
      },
    })
    const ended = outgoing === null ? null : this.end(outgoing)
    this.#held.set(id, { connection, leftAt: Date.now(), timer: null })
    await ended
    return connection
  }

  #pathOf(id: string): string {
    return join(this.#deps.folder, `${id}.frames`)
  }

  /** Whose place a new one takes: that of the one left longest ago; where all are looked at, it is refused. */
  #outgoing(userId: string): GameConnection | null {
    const all = [...this.#held.values()]
    const oldest = (of: Held[]) =>
      of.filter(({ leftAt }) => leftAt !== null).toSorted((a, b) => a.leftAt! - b.leftAt!)[0]?.connection
    const mine = all.filter(({ connection }) => connection.options.userId === userId)
    const { connectionsOfUser, connectionsOfNode } = this.#limits
    if (mine.length >= connectionsOfUser) {
      const found = oldest(mine)
      if (found !== undefined) return found
      throw new AppError(simulatorErrors.simulator_connections_full, { params: { limit: connectionsOfUser } })
    }
    if (all.length < connectionsOfNode) return null
    const found = oldest(mine) ?? oldest(all)
    if (found !== undefined) return found
    throw new AppError(simulatorErrors.simulator_node_full, { params: { limit: connectionsOfNode } })
  }

  /** One's own connection on this node; throws `simulator_connection_gone`. */
  find(id: string, userId: string): GameConnection {
    const held = this.#held.get(id)
    if (held === undefined || held.connection.options.userId !== userId) {
      throw new AppError(simulatorErrors.simulator_connection_gone)
    }
    return held.connection
  }

  attach(connection: GameConnection, page: Page): void {
    const held = this.#held.get(connection.id)
    if (held === undefined) return
    if (held.timer !== null) clearTimeout(held.timer)
    held.timer = null
    held.leftAt = null
    connection.feed.attach(page)
  }

  /** The page went: its socket waits a while for it, the time line longer. */
  detach(connection: GameConnection, page: Page): void {
    const held = this.#held.get(connection.id)
    // Another page has it by now.
    if (held === undefined || connection.feed.page !== page) return
    connection.feed.detach(page)
    held.leftAt = Date.now()
    held.timer = setTimeout(() => {
      connection.reconnect({ isOn: false })
      connection.leave('disconnected')
      held.timer = setTimeout(() => this.endSoon(connection), this.#limits.keptMs).unref()
    }, this.#limits.resumeMs).unref()
  }

  /** Names of others who have the same account open now. */
  othersOf(connection: GameConnection): string[] {
    if (connection.uId === '') return []
    const here = this.#sharing(connection).map(({ options }) => options.username)
    const elsewhere = this.namesElsewhere({ game: connection.options.game, u_id: connection.uId })
    return [...new Set([...here, ...elsewhere])].toSorted()
  }

  /** Accounts that are open here, for the other nodes. */
  openAccounts(): OpenAccount[] {
    return this.all()
      .filter(({ uId, phase }) => uId !== '' && phase === 'open')
      .map(({ id, uId, options: { game, username } }) => ({ id, game, u_id: uId, username }))
  }

  #sharing({ id, uId, options: { game } }: GameConnection): GameConnection[] {
    return [...this.#held.values()]
      .map(({ connection }) => connection)
      .filter(
        (each) => each.id !== id && each.uId === uId && each.options.game === game && each.phase === 'open',
      )
  }

  /** Those who share an account are told when one comes or goes. */
  tellSharing(connection: GameConnection): void {
    if (connection.uId === '') return
    for (const each of this.#sharing(connection)) each.feed.state()
    this.onSharing()
  }

  async end(connection: GameConnection): Promise<void> {
    const held = this.#held.get(connection.id)
    if (held === undefined) return
    if (held.timer !== null) clearTimeout(held.timer)
    this.#held.delete(connection.id)
    await connection.end()
    this.tellSharing(connection)
    await rm(this.#pathOf(connection.id), { force: true })
  }

  /** Ends it where nobody waits for that. */
  endSoon(connection: GameConnection): void {
    this.end(connection).catch(this.#deps.onFault)
  }

  all(): GameConnection[] {
    return [...this.#held.values()].map(({ connection }) => connection)
  }

  /** Deletes files of time lines that nobody has: those of a node that was killed. */
  async sweep(): Promise<void> {
    const names = await readdir(this.#deps.folder).catch(() => [])
    for (const name of names) {
      if (!FILE.test(name) || this.#held.has(name.slice(0, 36))) continue
      const path = join(this.#deps.folder, name)
      const found = await stat(path).catch(() => null)
      if (found !== null && found.mtimeMs < Date.now() - this.#limits.keptMs) await rm(path, { force: true })
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.all().map((connection) => this.end(connection)))
  }
}
