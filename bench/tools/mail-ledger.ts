import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import type { StatementSync } from 'node:sqlite'
import type { MailBatchRequest } from '@qd/game-contract'

/** How one row of a chunk came out, as the byte that is kept of it. */
export const OUTCOME = { delivered: 0, duplicate: 1, unknown: 2 } as const

/** What a ledger holds of all mails. */
export interface LedgerState {
  players: number
  /** Mails in mailboxes. */
  delivered: number
  /** Players who have one content more than once, under whatever names it came. */
  doubled: number
  mails: { mailId: string; delivered: number }[]
}

const SCHEMA = `
  pragma journal_mode = wal;
  pragma synchronous = normal;
  create table if not exists mails (id integer primary key, mail_id text not null unique, content text not null);
  create table if not exists boxes (
    mail integer not null, player integer not null, primary key (mail, player)
  ) without rowid;
  create table if not exists answers (
    key text primary key, body text not null, outcomes blob not null
  ) without rowid;
`

const hashOf = (text: string | Buffer) => createHash('sha256').update(text).digest('base64url')

export interface UIdRange {
  from: number
  to: number
}

/** Whether a uId is one of the game's. */
export type IsPlayer = (uId: number) => boolean

/**
 * Who has which mail, in one file that a kill does not hurt: mailboxes, the answer under a key and the memory that tells
 * a repeated chunk stand in one transaction.
 */
export class MailLedger {
  readonly #database: DatabaseSync
  readonly #isPlayer: IsPlayer
  readonly #give: StatementSync
  readonly #answer: StatementSync
  readonly #keep: StatementSync

  constructor(path: string, isPlayer: IsPlayer) {
    this.#database = new DatabaseSync(path)
    this.#database.exec(SCHEMA)
    this.#isPlayer = isPlayer
    this.#give = this.#database.prepare('insert or ignore into boxes (mail, player) values (?, ?)')
    this.#answer = this.#database.prepare('select body, outcomes from answers where key = ?')
    this.#keep = this.#database.prepare('insert into answers (key, body, outcomes) values (?, ?, ?)')
  }

  /** Outcomes of a chunk, one byte a row; those of the first time for a known key. Null: the key had another body. */
  take(key: string, body: Buffer, chunk: MailBatchRequest): Uint8Array | null {
    const bodyHash = hashOf(body)
    const kept = this.#answer.get(key) as { body: string; outcomes: Uint8Array } | undefined
    if (kept !== undefined) return kept.body === bodyHash ? kept.outcomes : null
    this.#database.exec('begin immediate')
    try {
      const mail = this.#mailOf(chunk)
      const outcomes = Uint8Array.from(chunk.recipients, ({ uId, roleId }) =>
        this.#outcome(mail, Number(uId ?? roleId)),
      )
      this.#keep.run(key, bodyHash, outcomes)
      this.#database.exec('commit')
      return outcomes
    } catch (error) {
      this.#database.exec('rollback')
      throw error
    }
  }

  /** Players of a mail in the order of their uIds, both ends of the range included. */
  playersOf(mailId: string, { from, to }: UIdRange, limit: number): number[] {
    const rows = this.#database
      .prepare(
        `select player from boxes where mail = (select id from mails where mail_id = ?)
         and player between ? and ? order by player limit ?`,
      )
      .all(mailId, from, to, limit)
    return rows.map(({ player }) => Number(player))
  }

  count(mailId: string, { from, to }: UIdRange): number {
    return this.#number(
      `select count(*) as n from boxes where mail = (select id from mails where mail_id = ?)
       and player between ? and ?`,
      mailId,
      from,
      to,
    )
  }

  state(players: number): LedgerState {
    const mails = this.#database
      .prepare(
        `select mail_id as mailId, (select count(*) from boxes where mail = id) as delivered from mails
         order by id`,
      )
      .all()
    return {
      players,
      delivered: this.#number('select count(*) as n from boxes'),
      doubled: this.#number(
        `select count(*) as n from (
           select 1 from boxes join mails on mails.id = boxes.mail group by content, player having count(*) > 1
         )`,
      ),
      mails: mails.map(({ mailId, delivered }) => ({ mailId: String(mailId), delivered: Number(delivered) })),
    }
  }

  close(): void {
    this.#database.close()
  }

  #outcome(mail: number, uId: number): number {
    if (!this.#isPlayer(uId)) return OUTCOME.unknown
    return this.#give.run(mail, uId).changes === 1 ? OUTCOME.delivered : OUTCOME.duplicate
  }

  #mailOf({ mailId, mail }: MailBatchRequest): number {
    const content = hashOf(JSON.stringify(mail))
    this.#database
      .prepare('insert or ignore into mails (mail_id, content) values (?, ?)')
      .run(mailId, content)
    return this.#number('select id as n from mails where mail_id = ?', mailId)
  }

  #number(sql: string, ...values: (string | number)[]): number {
    return Number(this.#database.prepare(sql).get(...values)?.n)
  }
}
