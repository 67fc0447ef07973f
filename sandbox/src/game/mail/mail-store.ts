import type { AttachRow, MailContent, MailState, PlayerCondition } from '@qd/game-contract'
import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** A mail that a console sent; `endedAt` is when it was recalled, real time. */
export interface SentMail {
  mailId: string
  kind: 'global' | 'list'
  revision: number
  content: MailContent
  where: PlayerCondition
  exclude: readonly string[]
  endedAt: number | null
}

/** What one player has of a sent mail. Times are game time in milliseconds. */
export interface LedgerRow {
  mailId: string
  uId: string
  /** Its number in the player's mailbox. */
  rowId: string
  state: MailState
  at: number
  expireAt: number
  claimedAt: number | null
  attach: readonly AttachRow[]
  takenBack: readonly AttachRow[] | null
  missing: readonly AttachRow[] | null
}

export interface LedgerPage {
  mailId: string
  uIds?: readonly string[] | undefined
  after: string
  limit: number
}

const SCHEMA = `
  create table if not exists mails (
    mail_id text primary key, kind text not null, revision integer not null, content text not null,
    condition text not null, exclude text not null, expire_at integer not null, ended_at integer
  );
  create table if not exists mail_ledger (
    mail_id text not null, u_id text not null, row_id text not null, state text not null, at integer not null,
    expire_at integer not null, claimed_at integer, attach text not null, taken_back text, missing text,
    primary key (mail_id, u_id)
  ) without rowid;
  create index if not exists mail_ledger_by_row on mail_ledger (u_id, row_id);
`

const LEDGER_COLUMNS = `mail_id as mailId, u_id as uId, row_id as rowId, state, at, expire_at as expireAt,
  claimed_at as claimedAt, attach, taken_back as takenBack, missing`

type StoredRow = Omit<LedgerRow, 'attach' | 'takenBack' | 'missing'> & {
  attach: string
  takenBack: string | null
  missing: string | null
}

const listIn = (text: string | null) => (text === null ? null : (JSON.parse(text) as AttachRow[]))
const listText = (list: readonly AttachRow[] | null) => (list === null ? null : JSON.stringify(list))

function rowOf(stored: StoredRow): LedgerRow {
  return {
    ...stored,
    attach: listIn(stored.attach) ?? [],
    takenBack: listIn(stored.takenBack),
    missing: listIn(stored.missing),
  }
}

function mailOf(stored: Record<string, unknown>): SentMail {
  return {
    mailId: String(stored.mailId),
    kind: stored.kind === 'global' ? 'global' : 'list',
    revision: Number(stored.revision),
    content: JSON.parse(String(stored.content)) as MailContent,
    where: JSON.parse(String(stored.condition)) as PlayerCondition,
    exclude: JSON.parse(String(stored.exclude)) as string[],
    endedAt: stored.endedAt === null ? null : Number(stored.endedAt),
  }
}

const MAIL_COLUMNS = `mail_id as mailId, kind, revision, content, condition, exclude, ended_at as endedAt`

/** The mails of consoles, and who has which: the memory that keeps a mail from coming twice. */
export class MailStore {
  readonly #database: DatabaseSync
  readonly #row: StatementSync
  readonly #keep: StatementSync
  readonly #byRow: StatementSync

  constructor(database: DatabaseSync) {
    this.#database = database
    database.exec(SCHEMA)
    this.#row = database.prepare(`select ${LEDGER_COLUMNS} from mail_ledger where mail_id = ? and u_id = ?`)
    this.#byRow = database.prepare(`select ${LEDGER_COLUMNS} from mail_ledger where u_id = ? and row_id = ?`)
    this.#keep = database.prepare(
      `insert into mail_ledger
         (mail_id, u_id, row_id, state, at, expire_at, claimed_at, attach, taken_back, missing)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       on conflict (mail_id, u_id) do update set row_id = excluded.row_id, state = excluded.state,
         at = excluded.at, claimed_at = excluded.claimed_at, taken_back = excluded.taken_back,
         missing = excluded.missing`,
    )
  }

  mail(mailId: string): SentMail | null {
    const stored = this.#database.prepare(`select ${MAIL_COLUMNS} from mails where mail_id = ?`).get(mailId)
    return stored === undefined ? null : mailOf(stored)
  }

  /** Mails to everybody that still reach players. */
  liveGlobals(nowMs: number): SentMail[] {
    const rows = this.#database
      .prepare(
        `select ${MAIL_COLUMNS} from mails
         where kind = 'global' and ended_at is null and expire_at > ? order by mail_id`,
      )
      .all(nowMs)
    return rows.map(mailOf)
  }

  keepMail({ mailId, kind, revision, content, where, exclude, endedAt }: SentMail): void {
    this.#database
      .prepare(
        `insert into mails (mail_id, kind, revision, content, condition, exclude, expire_at, ended_at)
         values (?, ?, ?, ?, ?, ?, ?, ?)
         on conflict (mail_id) do update set revision = excluded.revision, content = excluded.content,
           condition = excluded.condition, exclude = excluded.exclude, expire_at = excluded.expire_at,
           ended_at = excluded.ended_at`,
      )
      .run(
        mailId,
        kind,
        revision,
        JSON.stringify(content),
        JSON.stringify(where),
        JSON.stringify(exclude),
        content.expireAt,
        endedAt,
      )
  }

  row(mailId: string, uId: string): LedgerRow | null {
    const stored = this.#row.get(mailId, uId) as StoredRow | undefined
    return stored === undefined ? null : rowOf(stored)
  }

  /** The row behind a mail of a mailbox, where a console sent it. */
  rowInBox(uId: string, rowId: string): LedgerRow | null {
    const stored = this.#byRow.get(uId, rowId) as StoredRow | undefined
    return stored === undefined ? null : rowOf(stored)
  }

  keepRow(row: LedgerRow): void {
    const { mailId, uId, rowId, state, at, expireAt, claimedAt, attach, takenBack, missing } = row
    const lists = [JSON.stringify(attach), listText(takenBack), listText(missing)]
    this.#keep.run(mailId, uId, rowId, state, at, expireAt, claimedAt, ...lists)
  }

  /** Rows of a mail in the order of uIds, or those of the players named. */
  page({ mailId, uIds, after, limit }: LedgerPage): LedgerRow[] {
    if (uIds !== undefined) return uIds.flatMap((uId) => this.row(mailId, uId) ?? [])
    const rows = this.#database
      .prepare(
        `select ${LEDGER_COLUMNS} from mail_ledger where mail_id = ? and u_id > ? order by u_id limit ?`,
      )
      .all(mailId, after, limit)
    return (rows as unknown as StoredRow[]).map(rowOf)
  }

  /** How many players are in each state; one that time ends is expired from that moment. */
  counts(mailId: string, nowMs: number): Map<MailState, number> {
    const rows = this.#database
      .prepare(
        `select case when expire_at <= ? and (state = 'delivered' or (state = 'read' and attach <> '[]'))
           then 'expired' else state end as now, count(*) as players
         from mail_ledger where mail_id = ? group by now`,
      )
      .all(nowMs, mailId)
    return new Map(rows.map(({ now, players }) => [now as MailState, Number(players)]))
  }
}

/** The state of a row at a moment of game time: what nobody claimed in time has expired. */
export function stateAt({ state, expireAt, attach }: LedgerRow, nowMs: number): MailState {
  const isOpen = state === 'delivered' || (state === 'read' && attach.length > 0)
  return isOpen && expireAt <= nowMs ? 'expired' : state
}
