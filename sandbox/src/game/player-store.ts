import { DatabaseSync } from 'node:sqlite'
import type { StatementSync } from 'node:sqlite'
import type { PlayerCondition } from '@qd/game-contract'
import type { PlayerDocument } from './document.ts'
import { RedemptionStore } from './codes/redemption-store.ts'
import { MailStore } from './mail/mail-store.ts'
import { conditionSql } from './player-condition.ts'
import type { PlayerSummary } from './seed/player-summary.ts'

/** What conditions are tested against; seconds of game time. */
export interface PlayerFacts {
  vip: number
  createdAt: number
  lastLoginAt: number
}

/** A player's row; `document` is null until somebody reads it for the first time. */
export interface StoredPlayer extends PlayerSummary, PlayerFacts {
  version: number
  document: string | null
}

export interface StoredAnswer {
  bodyHash: string
  httpStatus: number
  body: string
}

const SCHEMA = `
  create table if not exists players (
    u_id text primary key, sequence integer not null, name text not null, name_search text not null,
    account text not null unique, level integer not null, channel text not null,
    version integer not null, document text
  );
  create index if not exists players_by_name on players (name_search);
  create index if not exists players_by_sequence on players (sequence);
  create table if not exists answers (
    idempotency_key text primary key, body_hash text not null, http_status integer not null,
    body text not null, created_at integer not null
  );
  create table if not exists facts (name text primary key, value text not null);
`

const PLAYER_COLUMNS = `u_id as uId, sequence, name, account, level, channel, version, document,
  coalesce(vip, 0) as vip, coalesce(created_at, 0) as createdAt, coalesce(last_login_at, 0) as lastLoginAt`

/** Columns that files of earlier versions lack; null: nobody has filled them yet. */
const LATER_COLUMNS = ['vip', 'created_at', 'last_login_at']

function addLaterColumns(database: DatabaseSync): void {
  const known = new Set(
    database
      .prepare('pragma table_info(players)')
      .all()
      .map(({ name }) => name),
  )
  for (const column of LATER_COLUMNS)
    if (!known.has(column)) database.exec(`alter table players add column ${column} integer`)
}

/** Names compare without case and in one form of combining marks. */
function searchForm(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

/** A server waits so long for its file: at its start, and when its machine stands still. */
const BUSY_MS = 600_000

/** One game server's database file; every call is synchronous, so nothing happens between two of them. */
export class PlayerStore {
  readonly #database: DatabaseSync
  readonly #byUId: StatementSync
  readonly #byAccount: StatementSync
  readonly #save: StatementSync
  /** What consoles sent, in the same file and the same transactions. */
  readonly mails: MailStore
  readonly redemptions: RedemptionStore

  constructor(path: string) {
    // The server of before may still be ending: a kill of the console reaches it by the end of its pipe.
    this.#database = new DatabaseSync(path, { timeout: BUSY_MS })
    // A killed process loses nothing under NORMAL; only a power cut could cost the last second.
    this.#database.exec('pragma journal_mode = wal; pragma synchronous = normal;')
    this.#database.exec(SCHEMA)
    addLaterColumns(this.#database)
    this.mails = new MailStore(this.#database)
    this.redemptions = new RedemptionStore(this.#database)
    this.#byUId = this.#database.prepare(`select ${PLAYER_COLUMNS} from players where u_id = ?`)
    this.#byAccount = this.#database.prepare(`select ${PLAYER_COLUMNS} from players where account = ?`)
    this.#save = this.#database.prepare(
      `update players set name = ?, name_search = ?, level = ?, channel = ?, version = ?, document = ?, vip = ?,
         created_at = ?, last_login_at = ? where u_id = ?`,
    )
  }

  /** All writes of `work` stand or fall together; inside another transaction it joins that one. */
  transaction<T>(work: () => T): T {
    if (this.#database.isTransaction) return work()
    this.#database.exec('begin immediate')
    try {
      const result = work()
      this.#database.exec('commit')
      return result
    } catch (error) {
      this.#database.exec('rollback')
      throw error
    }
  }

  insert(players: Iterable<PlayerSummary>): void {
    const insert = this.#database.prepare(
      `insert into players (u_id, sequence, name, name_search, account, level, channel, version)
       values (?, ?, ?, ?, ?, ?, ?, 1)`,
    )
    for (const { uId, sequence, name, account, level, channel } of players) {
      insert.run(uId, sequence, name, searchForm(name), account, level, channel)
    }
  }

  player(uId: string): StoredPlayer | null {
    return (this.#byUId.get(uId) as StoredPlayer | undefined) ?? null
  }

  playerByAccount(account: string): StoredPlayer | null {
    return (this.#byAccount.get(account) as StoredPlayer | undefined) ?? null
  }

  /** Players whose name equals the text or, when not exact, contains it. */
  playersByName(name: string, isExact: boolean, limit: number): StoredPlayer[] {
    const condition = isExact ? 'name_search = ?' : 'instr(name_search, ?) > 0'
    const statement = this.#database.prepare(
      `select ${PLAYER_COLUMNS} from players where ${condition} order by sequence limit ?`,
    )
    return statement.all(searchForm(name), limit) as unknown as StoredPlayer[]
  }

  /** Every player, in the order of creation. */
  uIds(): string[] {
    const rows = this.#database.prepare('select u_id as uId from players order by sequence').all()
    return rows.map(({ uId }) => String(uId))
  }

  save(document: PlayerDocument, version: number): void {
    const { uId, name, level, channel, vip, createdAt, lastLoginAt } = document.role
    const row = [name, searchForm(name), level, channel, version, JSON.stringify(document)]
    this.#save.run(...row, vip, createdAt, lastLoginAt, uId)
  }

  /** Players of whom no condition can tell yet. */
  withoutFacts(): StoredPlayer[] {
    const statement = this.#database.prepare(`select ${PLAYER_COLUMNS} from players where created_at is null`)
    return statement.all() as unknown as StoredPlayer[]
  }

  setFacts(uId: string, { vip, createdAt, lastLoginAt }: PlayerFacts): void {
    this.#database
      .prepare('update players set vip = ?, created_at = ?, last_login_at = ? where u_id = ?')
      .run(vip, createdAt, lastLoginAt, uId)
  }

  countWhere(where: PlayerCondition): number {
    const { sql, values } = conditionSql(where)
    const row = this.#database.prepare(`select count(*) as n from players where ${sql}`).get(...values)
    return Number(row?.n)
  }

  /** In the order of creation, after a sequence number. */
  playersWhere(where: PlayerCondition, page: { after: number; limit: number }): StoredPlayer[] {
    const { sql, values } = conditionSql(where)
    const statement = this.#database.prepare(
      `select ${PLAYER_COLUMNS} from players where ${sql} and sequence > ? order by sequence limit ?`,
    )
    return statement.all(...values, page.after, page.limit) as unknown as StoredPlayer[]
  }

  nextSequence(): number {
    const row = this.#database.prepare('select coalesce(max(sequence), 0) + 1 as next from players').get()
    return Number(row?.next)
  }

  count(): number {
    return Number(this.#database.prepare('select count(*) as n from players').get()?.n)
  }

  fact(name: string): string | null {
    const row = this.#database.prepare('select value from facts where name = ?').get(name)
    return row === undefined ? null : String(row.value)
  }

  setFact(name: string, value: string): void {
    this.#database
      .prepare(
        'insert into facts (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
      )
      .run(name, value)
  }

  answer(key: string): StoredAnswer | null {
    const row = this.#database
      .prepare(
        'select body_hash as bodyHash, http_status as httpStatus, body from answers where idempotency_key = ?',
      )
      .get(key)
    return (row as StoredAnswer | undefined) ?? null
  }

  keepAnswer(key: string, answer: StoredAnswer, nowMs: number): void {
    this.#database
      .prepare(
        'insert into answers (idempotency_key, body_hash, http_status, body, created_at) values (?, ?, ?, ?, ?)',
      )
      .run(key, answer.bodyHash, answer.httpStatus, answer.body, nowMs)
  }

  dropAnswersBefore(timeMs: number): void {
    this.#database.prepare('delete from answers where created_at < ?').run(timeMs)
  }

  close(): void {
    this.#database.close()
  }
}
