import type { AttachRow } from '@qd/game-contract'
import type { RedeemAttributes } from '@qd/game-contract/open'
import type { DatabaseSync } from 'node:sqlite'

/**
 * How far a redemption is. asked: the console may know of it. reserved: its answer is stored here. confirmed: the gift
 * is the player's. The other three are ends.
 */
export type RedemptionState = 'asked' | 'reserved' | 'confirmed' | 'delivered' | 'refused' | 'lost'

export interface Redemption {
  requestId: string
  uId: string
  code: string
  state: RedemptionState
  attributes: RedeemAttributes
  /** Real time, ms. */
  askedAt: number
  reservation: string
  gift: readonly AttachRow[]
}

const SCHEMA = `
  create table if not exists redemptions (
    request_id text primary key, u_id text not null, code text not null, state text not null,
    attributes text not null, asked_at integer not null, reservation text not null, gift text not null
  ) without rowid;
  create index if not exists redemptions_open on redemptions (u_id) where state in ('asked', 'reserved', 'confirmed');
`

const OPEN = `state in ('asked', 'reserved', 'confirmed')`
const COLUMNS = `request_id as requestId, u_id as uId, code, state, attributes, asked_at as askedAt,
  reservation, gift`

function redemptionOf(stored: Record<string, unknown>): Redemption {
  const { requestId, uId, code, state, attributes, askedAt, reservation, gift } = stored
  return {
    requestId: String(requestId),
    uId: String(uId),
    code: String(code),
    state: state as RedemptionState,
    attributes: JSON.parse(String(attributes)) as RedeemAttributes,
    askedAt: Number(askedAt),
    reservation: String(reservation),
    gift: JSON.parse(String(gift)) as AttachRow[],
  }
}

/** Redemptions in the server's file, each step before the next one begins. */
export class RedemptionStore {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
    database.exec(SCHEMA)
  }

  keep({ requestId, uId, code, state, attributes, askedAt, reservation, gift }: Redemption): void {
    this.#database
      .prepare(
        `insert into redemptions (request_id, u_id, code, state, attributes, asked_at, reservation, gift)
         values (?, ?, ?, ?, ?, ?, ?, ?)
         on conflict (request_id) do update set state = excluded.state, reservation = excluded.reservation,
           gift = excluded.gift`,
      )
      .run(
        requestId,
        uId,
        code,
        state,
        JSON.stringify(attributes),
        askedAt,
        reservation,
        JSON.stringify(gift),
      )
  }

  /** Those that have not come to an end, oldest first. */
  open(): Redemption[] {
    const rows = this.#database.prepare(`select ${COLUMNS} from redemptions where ${OPEN} order by asked_at`)
    return rows.all().map(redemptionOf)
  }

  openOf(uId: string): Redemption[] {
    const rows = this.#database.prepare(`select ${COLUMNS} from redemptions where u_id = ? and ${OPEN}`)
    return rows.all(uId).map(redemptionOf)
  }
}
