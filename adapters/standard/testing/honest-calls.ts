import type { LocalText } from '@qd/i18n'
import { GAME_CALLS, OFFERED_LOOKUPS, lookupCapability } from '@qd/game-contract'
import type { GameCallName, OfferedLookup } from '@qd/game-contract'
import { CONTRACT_EXAMPLES } from '@qd/game-contract/testing/examples'
import type {
  MailBatchRequest,
  MailGlobalRequest,
  MailRecallRequest,
  MailStatusRequest,
} from '@qd/game-contract'
import { applyEdit, checkChange, equalValues, locateChange } from '@qd/protocol-model'
import type { Change, PlayerData, ProtocolDefinition } from '@qd/protocol-model'
import {
  HONEST_COMMANDS,
  HONEST_GAME_COMMANDS,
  HONEST_NESTED,
  honestPlayers,
  honestProtocol,
} from './honest-data.ts'
import type { HonestPlayer } from './honest-data.ts'
import { HonestMail } from './honest-mail.ts'
import type { MailRefusal } from './honest-mail.ts'

export interface HonestReply {
  status: number
  msg: LocalText
  data: unknown
  err?: { code: number; retryable: boolean; field?: string; details?: unknown }
}

interface Kept {
  body: string
  reply: HonestReply
}

const ok = (data: unknown): HonestReply => ({ status: 0, msg: '', data })
const no = (code: number, msg: string, details?: unknown): HonestReply => ({
  status: code,
  msg,
  data: null,
  err: { code, retryable: false, details },
})

/** A small game that keeps the contract in memory: real edits, versions, conflicts and idempotency. */
export class HonestGame {
  readonly protocol: ProtocolDefinition = honestProtocol()
  readonly players: Map<string, HonestPlayer> = honestPlayers()
  readonly mail = new HonestMail((uId) => this.players.has(uId))
  readonly #kept = new Map<string, Kept>()
  /** Further names for `meta.capabilities`. */
  capabilities: string[] = []
  /** What it says it can do with online players; nothing by default, as an older server would. */
  onlinePolicies?: string[]
  /** Ways to find players that it offers besides, by way, each with the uId for a text. */
  readonly lookups: Partial<Record<OfferedLookup, Record<string, string>>> = {}
  /** Most players it takes in one call. */
  maxBatch = 100
  /** How it says that its uIds split. */
  uIdBases?: { platformBase: number; serverBase: number }
  /** The server that its rows name. */
  sId: number
  /** Game time minus real time. */
  offsetMs = 0
  zone = 'Asia/Shanghai'

  constructor(sId: number) {
    this.sId = sId
  }

  /** Answers one call; `body` is the raw JSON of a POST, the query of a GET. */
  answer(name: GameCallName, body: Record<string, unknown>, idempotencyKey: string | null): HonestReply {
    const parsed = GAME_CALLS[name].request.safeParse(body)
    if (!parsed.success) return no(2004, parsed.error.issues[0]?.message ?? 'wrong request')
    if (!GAME_CALLS[name].isWrite) return this.#run(name, body)
    if (idempotencyKey === null) return no(2004, 'a write needs an idempotency key')
    const text = JSON.stringify(body)
    const kept = this.#kept.get(idempotencyKey)
    if (kept) return kept.body === text ? kept.reply : no(2003, 'the key was used for another body')
    const reply = this.#run(name, body)
    this.#kept.set(idempotencyKey, { body: text, reply })
    return reply
  }

  #clock() {
    const real = Date.now()
    return { real, game: real + this.offsetMs, offset: this.offsetMs, zone: this.zone }
  }

  #run(name: GameCallName, body: Record<string, unknown>): HonestReply {
    switch (name) {
      case 'meta':
        return ok(this.#meta())
      case 'time':
        return ok(this.#clock())
      case 'setTime':
        return this.#setTime(body)
      case 'lookup':
        return ok(this.#lookup(body))
      case 'protocol':
        return ok(body.full === '1' ? this.protocol : { md5: this.protocol.md5 })
      case 'proto':
        return ok({ nested: HONEST_NESTED, cmds: HONEST_COMMANDS })
      case 'crossGroups':
        return ok([{ name: 'Tide', value: 'g1', hub: this.sId, members: [this.sId] }])
      case 'accountsCreate':
        return ok({ users: this.#createUsers(Number(body.count)) })
      case 'commands':
        return ok(HONEST_GAME_COMMANDS)
      case 'commandsRun':
        return ok({ kind: 'text', text: `ran ${String(body.name)}` })
      case 'dataGet':
        return this.#withPlayer(body, (player) => this.#read(player, body))
      case 'dataCheck':
        return this.#withPlayer(body, (player) => ok(this.#check(player, body.changes as Change[])))
      case 'dataChange':
        return this.#withPlayer(body, (player) => this.#change(player, body.changes as Change[]))
      case 'playersQuery':
        return ok(this.#query(body))
      case 'mailGlobal':
        return this.#mailed(this.mail.global(body as MailGlobalRequest) ?? { accepted: true })
      case 'mailBatch':
        return this.#mailed(this.mail.batch(body as MailBatchRequest))
      case 'mailRecall':
        return ok(this.mail.recall(body as MailRecallRequest))
      case 'mailStatus':
        return ok(this.mail.status(body as MailStatusRequest))
      // Nothing of its own to say.
      default:
        return ok(CONTRACT_EXAMPLES[name].reply)
    }
  }

  #mailed(answer: object | MailRefusal): HonestReply {
    return 'code' in answer ? no(answer.code, answer.msg) : ok(answer)
  }

  /** Of conditions it looks at the level, all that its players have. */
  #query({ where, limit }: Record<string, unknown>) {
    const { min = 0, max = Infinity } = (where as { level?: { min?: number; max?: number } }).level ?? {}
    const found = [...this.players.values()].map((player) => this.#row(player))
    const rows = found.filter(({ level }) => level >= min && level <= max)
    return { count: rows.length, isEstimate: true, rows: rows.slice(0, Number(limit)), cursor: '' }
  }

  #row({ uId, name, online, data }: HonestPlayer) {
    const { level } = data.role as { level: number }
    return { uId, roleId: uId, name, sId: this.sId, level, online, channel: 'official' }
  }

  #meta() {
    return {
      contract: '1.0',
      game: 'honest',
      serverIds: [this.sId],
      build: 'test',
      protocolMd5: this.protocol.md5,
      capabilities: ['data', 'proto', 'time', 'accounts', ...this.capabilities, ...this.#offeredLookups()],
      limits: { maxBatch: this.maxBatch, maxBody: 1_048_576, rps: 100 },
      ...(this.onlinePolicies === undefined ? {} : { onlinePolicies: this.onlinePolicies }),
      clock: this.#clock(),
      ...(this.uIdBases === undefined ? {} : { uIdBases: this.uIdBases }),
      online: 1,
      startedAt: 1_790_000_000_000,
      unknownToUs: true,
    }
  }

  #setTime(body: Record<string, unknown>): HonestReply {
    const before = this.offsetMs
    if (body.mode === 'reset') this.offsetMs = 0
    if (body.mode === 'offset') this.offsetMs = Number(body.value)
    if (body.mode === 'set') this.offsetMs = Number(body.value) - Date.now()
    const clock = this.#clock()
    if (body.dryRun === true) this.offsetMs = before
    return ok({ ...clock, firing: [] })
  }

  #offeredLookups() {
    return OFFERED_LOOKUPS.filter((by) => this.lookups[by] !== undefined).map(lookupCapability)
  }

  #lookup({ by, value, exact, limit = 20 }: Record<string, unknown>) {
    const isFound = ({ uId, name, account }: HonestPlayer) => {
      if (by === 'name') return exact === true ? name === value : name.includes(String(value))
      if (OFFERED_LOOKUPS.some((each) => each === by))
        return this.lookups[by as OfferedLookup]?.[String(value)] === uId
      return (by === 'account' ? account : uId) === value
    }
    const found = [...this.players.values()].filter(isFound).slice(0, Number(limit))
    return found.map((player) => this.#row(player))
  }

  #createUsers(count: number) {
    return Array.from({ length: count }, () => {
      const uId = String(30_123_000_045 + this.players.size)
      const player = { ...honestPlayers().get('30123000045')!, uId, name: `new ${uId}`, online: false }
      this.players.set(uId, player)
      return { userId: uId, name: player.name }
    })
  }

  #withPlayer(body: Record<string, unknown>, run: (player: HonestPlayer) => HonestReply): HonestReply {
    const player = this.players.get(String(body.uId))
    return player ? run(player) : no(2001, 'no such player')
  }

  #read(player: HonestPlayer, body: Record<string, unknown>): HonestReply {
    const tables: PlayerData = {}
    for (const { diff } of body.items as { diff: string }[]) {
      const info = this.protocol.diffInfos[diff]
      if (!info || info.netKey === '') return no(3002, `unknown ${diff}`)
      tables[info.netKey] = player.data[info.netKey]
    }
    return ok({ version: String(player.version), online: player.online, tables })
  }

  #faults(changes: Change[]) {
    return changes.flatMap((change, index) => {
      const fault = checkChange(this.protocol, change)
      return fault ? [{ index, status: 422, code: 2004, msg: `${fault.code} ${fault.field}` }] : []
    })
  }

  #check(player: HonestPlayer, changes: Change[]) {
    const actions = changes.map((change) => ({
      text: `${change.op} ${change.diff}.${change.path.join('.')} of ${player.name}`,
      code: change.op,
    }))
    return { actions, warnings: [], refused: this.#faults(changes) }
  }

  #change(player: HonestPlayer, changes: Change[]): HonestReply {
    const refused = this.#faults(changes)
    const isRefused = (index: number) => refused.some((row) => row.index === index)
    const conflicts = changes.flatMap((change, index) => {
      const place = locateChange(this.protocol, player.data, change)
      if (isRefused(index) || !place.ok || change.op === 'add') return []
      return equalValues(place.current, change.old) ? [] : [{ index, current: place.current ?? null }]
    })
    if (conflicts.length > 0) return no(2003, 'a value has changed', { conflicts })
    const results = changes.map((change, index) => {
      const applied = isRefused(index) ? null : applyEdit(this.protocol, player.data, change)
      if (applied?.ok) player.data = applied.data
      if (applied?.ok) return { index, status: 0, code: 0, msg: '' }
      return (
        refused.find((row) => row.index === index) ?? {
          index,
          status: 422,
          code: 2004,
          msg: 'cannot be applied',
        }
      )
    })
    player.version += 1
    const netKeys = [
      ...new Set(changes.map(({ diff }) => this.protocol.diffInfos[diff]?.netKey ?? '')),
    ].filter(Boolean)
    const c = netKeys.map((d) => ({ d, change: JSON.stringify(player.data[d]) }))
    return ok({ version: String(player.version), c, results })
  }
}
