import { parseUId, uIdOf } from '@qd/game-id'
import { ownValue } from '@qd/protocol-model'
import type { CChange } from '@qd/protocol-model'
import { seededRandom } from './seeded-random.ts'
import type { GameEnvironment, GameOptions } from './game-options.ts'
import type { GameLog } from './game-log.ts'
import { GameClock, dayOf } from './game-clock.ts'
import { generateModule } from './definitions/generate-value.ts'
import { loadDefinitions } from './definitions/load-definitions.ts'
import type { LoadedDefinitions } from './definitions/load-definitions.ts'
import { loadMessages } from './definitions/load-messages.ts'
import type { LoadedMessages } from './definitions/load-messages.ts'
import { diffDocuments } from './diff-documents.ts'
import { GameFailure } from './game-failure.ts'
import type { LivePlayer } from './live-player.ts'
import { Mails } from './mail/mails.ts'
import { ServerDoor } from './server-door.ts'
import { PlayerCache } from './player-cache.ts'
import { PlayerStore } from './player-store.ts'
import type { StoredPlayer } from './player-store.ts'
import { newDocument } from './seed/new-document.ts'
import { seedDocument, seededRole } from './seed/seed-document.ts'
import { seededSummary } from './seed/player-summary.ts'
import type { PlayerSummary } from './seed/player-summary.ts'
import type { PlayerDocument } from './document.ts'
import { say } from '../texts/say.ts'

const SYNC_COMMAND = 1100

/** A copy of the modules named, of all when none are; the others are the same objects. */
function copyOf(document: PlayerDocument, modules?: ReadonlySet<keyof PlayerDocument>): PlayerDocument {
  if (modules === undefined) return structuredClone(document)
  const copied = [...modules].map((name) => [name, structuredClone(document[name])])
  return { ...document, ...Object.fromEntries(copied) } as PlayerDocument
}

/** One game server's world: its players, clock and definitions; HTTP and sockets are doors into it. */
export class Game {
  readonly platform: number
  readonly sId: number
  readonly environment: GameEnvironment
  readonly clock: GameClock
  readonly store: PlayerStore
  readonly players: PlayerCache
  readonly definitions: LoadedDefinitions
  readonly messages: LoadedMessages
  readonly log: GameLog
  /** How the server takes players. */
  readonly door: ServerDoor
  /** The mails consoles sent. */
  readonly mails: Mails
  readonly startedAtMs: number
  /** Seconds the world has run. */
  ticks = 0
  readonly #seededAt: number

  constructor(options: GameOptions) {
    this.platform = options.platform
    this.sId = options.sId
    this.environment = options.environment
    this.log = options.log
    this.store = new PlayerStore(options.databasePath)
    const offset = this.store.fact('clockOffsetMs') ?? String(options.initialOffsetMs)
    this.clock = new GameClock(options.now, Number(offset))
    this.startedAtMs = this.clock.realMs()
    this.door = new ServerDoor(options.now, this.store.fact('serverState'), (kept) =>
      this.store.setFact('serverState', kept),
    )
    const refuse = (file: string, reason: string): void =>
      this.log.write('warn', 'protocol.refused', { file, reason })
    this.messages = loadMessages(options.protocolDir, refuse)
    this.definitions = loadDefinitions(options.protocolDir, refuse, this.messages.nested)
    this.#seededAt = this.#seedOnce(options.players, offset)
    this.players = new PlayerCache(this.store, (stored) => this.#documentOf(stored))
    this.#fillFacts()
    this.mails = new Mails(this)
  }

  uIdOf(sequence: number): string {
    return uIdOf({ platform: this.platform, sId: this.sId, sequence })
  }

  /** The server's day: 1 on the day it was seeded. */
  get openDay(): number {
    return dayOf(this.clock.gameMs()) - dayOf(this.#seededAt * 1000) + 1
  }

  /** Whether the uId belongs to this server, whether it exists or not. */
  owns(uId: string): boolean {
    const parsed = parseUId(uId)
    return parsed.ok && parsed.sId === this.sId && parsed.platform === this.platform
  }

  /** Throws 2001 for a uId this server does not have. */
  player(uId: string): LivePlayer {
    const player = this.owns(uId) ? this.players.get(uId) : null
    if (!player) throw new GameFailure(2001, say('没有玩家 {uId}', { uId }))
    return player
  }

  /**
   * Runs a change of a player's data and tells the player's client what changed. Who names the modules it may change
   * spares the comparison of all others.
   */
  mutate<T>(
    player: LivePlayer,
    work: (document: PlayerDocument) => T,
    modules?: ReadonlySet<keyof PlayerDocument>,
  ): T {
    const before = player.connection === null ? null : copyOf(player.document, modules)
    const result = work(player.document)
    player.version += 1
    player.unsaved = 'deeds'
    if (before !== null && player.connection !== null) {
      const c = diffDocuments(this.definitions.protocol, before, player.document)
      if (c.length > 0) player.connection.push(SYNC_COMMAND, { c })
    }
    return result
  }

  /** Puts edited data in place of a player's, saves it at once and tells their client; returns what changed. */
  replace(player: LivePlayer, document: PlayerDocument): CChange[] {
    const c = diffDocuments(this.definitions.protocol, player.document, document)
    this.store.save(document, player.version + 1)
    player.document = document
    player.version += 1
    player.unsaved = 'nothing'
    if (player.connection !== null && c.length > 0) player.connection.push(SYNC_COMMAND, { c })
    return c
  }

  /** Ends the player's session; a wandering one stops for good. */
  kick(player: LivePlayer, reason: string): void {
    player.connection?.kick(reason)
    player.connection = null
    player.isWandering = false
  }

  setOffset(offsetMs: number): void {
    this.clock.offsetMs = offsetMs
    this.store.setFact('clockOffsetMs', String(offsetMs))
  }

  /** Creates a level 1 player; `account` is what a client enters with. */
  createPlayer(account: string, name: string | undefined, channel: string): LivePlayer {
    const sequence = this.store.nextSequence()
    const base = seededSummary(this.platform, this.sId, sequence)
    const summary: PlayerSummary = { ...base, account, level: 1, channel, name: name ?? `船长${sequence}` }
    const place = { platform: this.platform, sId: this.sId, seededAt: this.clock.gameSeconds() }
    this.store.transaction(() => {
      this.store.insert([summary])
      this.store.save(this.#withExtra(newDocument(summary, place)), 1)
    })
    return this.player(summary.uId)
  }

  close(): void {
    this.players.flush()
    this.store.close()
  }

  #seedOnce(count: number, offset: string): number {
    const known = this.store.fact('seededAt')
    if (known !== null) return Number(known)
    const seededAt = this.clock.gameSeconds()
    this.store.transaction(() => {
      this.store.insert(
        Array.from({ length: count }, (_, index) => seededSummary(this.platform, this.sId, index + 1)),
      )
      this.store.setFact('seededAt', String(seededAt))
      this.store.setFact('clockOffsetMs', offset)
    })
    return seededAt
  }

  /** Whom conditions name is known of every player, also of those nobody has read yet. */
  #fillFacts(): void {
    const place = { platform: this.platform, sId: this.sId, seededAt: this.#seededAt }
    this.store.transaction(() => {
      for (const stored of this.store.withoutFacts()) {
        const { document } = stored
        const role =
          document === null ? seededRole(stored, place) : (JSON.parse(document) as PlayerDocument).role
        this.store.setFacts(stored.uId, role)
      }
    })
  }

  #documentOf(stored: StoredPlayer): PlayerDocument {
    const place = { platform: this.platform, sId: this.sId, seededAt: this.#seededAt }
    const document =
      stored.document === null ? seedDocument(stored, place) : (JSON.parse(stored.document) as PlayerDocument)
    return this.#withExtra(document)
  }

  #withExtra(document: PlayerDocument): PlayerDocument {
    const { protocol, extraNetKeys } = this.definitions
    for (const info of Object.values(protocol.diffInfos)) {
      if (!extraNetKeys.includes(info.netKey) || ownValue(document, info.netKey) !== undefined) continue
      const random = seededRandom(`extra.${info.name}.${document.role.uId}`)
      document[info.netKey] = generateModule(info.name, { protocol, random, now: this.#seededAt })
    }
    return document
  }
}
