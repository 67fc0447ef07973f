import type { ChainableCommander, Redis } from 'ioredis'
import type { RedisAddress } from '../cli/server-config.ts'
import { dayOf } from '../game/game-clock.ts'
import type { Game } from '../game/game.ts'
import type { LivePlayer } from '../game/live-player.ts'
import { EventReaders } from './event-readers.ts'
import { formatOf, packedSnapshot } from './packed-snapshot.ts'

const SESSION_SECONDS = 90
const PROFILE_SECONDS = 600
/** Shorter than a tick: the next one must find the lock free even when nobody gave it back. */
const LOCK_MS = 900
/** Every online player is written once in this many seconds, which keeps the traffic even. */
const ROUND_SECONDS = 10
const SNAPSHOT_SECONDS = 3_600
const ACTIVITY_SECONDS = 7 * 86_400
const EVENTS_KEPT = 1000
const CHAT_KEPT = 200

const CHAT = ['灯塔亮了', '有人去鲸歌湾吗', 'кто на рейд?', '今晚潮汐联赛', 'Wind is fair ⛵', '收月光贝']

/** Keeps sessions, leaderboards, locks, event streams and caches in Redis; the game goes on without it. */
export class RedisMirror {
  readonly #game: Game
  readonly #prefix: string
  readonly #readers = new EventReaders()
  #redis: Redis | null = null
  /** Where in the list of online players the next second goes on. */
  #next = 0
  #isBusy = false
  #isClosed = false

  constructor(game: Game, address: RedisAddress) {
    this.#game = game
    this.#prefix = `lantern:s${game.sId}`
    this.#connect(address).catch((error: unknown) => this.#report(error))
  }

  /** One second's worth of writes; skipped while the last one is still on the way. */
  mirror(): void {
    if (this.#redis?.status !== 'ready' || this.#isBusy) return
    this.#isBusy = true
    this.#write(this.#redis)
      .catch((error: unknown) => this.#report(error))
      .finally(() => {
        this.#isBusy = false
      })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#redis?.disconnect()
    await Promise.resolve()
  }

  async #connect(address: RedisAddress): Promise<void> {
    const { Redis } = await import('ioredis')
    if (this.#isClosed) return
    this.#redis = new Redis({
      host: '127.0.0.1',
      ...address,
      maxRetriesPerRequest: 1,
      enableOfflineQueue: false,
    })
    let isReported = false
    this.#redis.on('error', (error: Error) => {
      if (!isReported) this.#report(error)
      isReported = true
    })
    this.#redis.on('ready', () => {
      isReported = false
    })
  }

  #report(error: unknown): void {
    this.#game.log.write('warn', 'redis.failed', {
      reason: error instanceof Error ? error.message : String(error),
    })
  }

  async #write(redis: Redis): Promise<void> {
    const lock = `${this.#prefix}:lock:tick`
    const owner = String(process.pid)
    if ((await redis.set(lock, owner, 'PX', LOCK_MS, 'NX')) === null) return
    const pipeline = redis.pipeline()
    const online = this.#game.players.online()
    this.#serverKeys(pipeline, online)
    const share = Math.ceil(online.length / ROUND_SECONDS)
    const start = this.#next < online.length ? this.#next : 0
    for (const player of online.slice(start, start + share)) this.#playerKeys(pipeline, player)
    this.#next = start + share
    await pipeline.exec()
    await this.#readers.read(redis, `${this.#prefix}:events`)
  }

  #serverKeys(pipeline: ChainableCommander, online: readonly LivePlayer[]): void {
    const { clock, sId } = this.#game
    const now = clock.gameSeconds()
    pipeline.hset(`${this.#prefix}:stats`, { online: online.length, tickAt: now, offsetMs: clock.offsetMs })
    const speaker = online[now % Math.max(1, online.length)]
    if (now % 15 !== 0 || !speaker) return
    const text = CHAT[now % CHAT.length] ?? ''
    const line = JSON.stringify({ at: now, uId: speaker.uId, name: speaker.document.role.name, text })
    pipeline.lpush(`${this.#prefix}:chat:world`, line).ltrim(`${this.#prefix}:chat:world`, 0, CHAT_KEPT - 1)
    pipeline.publish(`lantern:events`, JSON.stringify({ sId, at: now, kind: 'chat' }))
  }

  #playerKeys(pipeline: ChainableCommander, { uId, document }: LivePlayer): void {
    const { role, arena, session, ship } = document
    const day = dayOf(this.#game.clock.gameMs())
    const key = (...parts: (string | number)[]): string => [this.#prefix, ...parts].join(':')
    const started = JSON.stringify({ uId, enterAt: session.enterAt, ver: session.clientVer })
    pipeline.set(key('session', uId), started, 'EX', SESSION_SECONDS)
    pipeline.sadd(key('online'), uId)
    pipeline.zadd(key('rank', 'power'), Number(role.power), uId)
    pipeline.zadd(key('rank', 'arena'), arena.score, uId)
    pipeline.hset(key('cache', 'profile', uId), { name: role.name, level: role.level, power: role.power })
    pipeline.expire(key('cache', 'profile', uId), PROFILE_SECONDS)
    pipeline.pfadd(key('visitors', day), uId)
    pipeline.setbit(key('signed', day), Number(uId.slice(-6)), 1)
    pipeline.geoadd(key('ships'), role.position.x / 100, role.position.y / 100, uId)
    const event = ['uId', uId, 'harbor', String(role.position.harbor), 'sailing', String(ship.sailing)]
    pipeline.xadd(key('events'), 'MAXLEN', '~', EVENTS_KEPT, '*', ...event)
    pipeline.set(key('snapshot', uId), Buffer.from(Uint32Array.of(role.level, role.vip, arena.score).buffer))
    const format = formatOf(uId)
    const packed = packedSnapshot(format, document)
    pipeline.set(key('snapshot', format, uId), packed, 'EX', SNAPSHOT_SECONDS)
    this.#playerTables(pipeline, { uId, document }, day)
  }

  /** Mails, and what an activity of the day keeps of its players: tables with JSON in their fields. */
  #playerTables(
    pipeline: ChainableCommander,
    { uId, document }: Pick<LivePlayer, 'uId' | 'document'>,
    day: number,
  ): void {
    const mails = Object.values(document.mail)
    const box = `${this.#prefix}:mail:${uId}`
    pipeline.del(box)
    for (const mail of mails) pipeline.hset(box, mail.mailId, JSON.stringify(mail))
    const unread = mails.filter(({ isRead }) => isRead === 0).length
    pipeline.zadd(`${this.#prefix}:mail:unread`, unread, uId)
    const activity = `${this.#prefix}:activity:tide-harvest:${day}`
    const { ship, arena, role } = document
    const progress = { trips: ship.trips, score: arena.score, level: role.level, claimed: role.tags }
    pipeline.hset(activity, uId, JSON.stringify(progress)).expire(activity, ACTIVITY_SECONDS)
  }
}
