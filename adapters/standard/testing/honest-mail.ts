import { GAME_CODES } from '@qd/game-contract'
import type {
  AttachRow,
  GameCallReply,
  MailBatchRequest,
  MailGlobalRequest,
  MailRecallRequest,
  MailState,
  MailStatusRequest,
  RowResult,
} from '@qd/game-contract'

interface HonestMailRow {
  uId: string
  state: MailState
  at: number
  /** What the mail gave and nobody has taken back. */
  attach: AttachRow[]
}

interface HonestMailRecord {
  /** The mail as JSON: another one under the same name is refused. */
  content: string
  isEnded: boolean
  rows: Map<string, HonestMailRow>
}

/** What a write refuses with. */
export interface MailRefusal {
  code: number
  msg: string
}

const DONE = { status: 0, code: 0, msg: '' }
const NOBODY = { status: 404, code: 2001, msg: 'no such player' }

/** Mails of the honest game, in memory: unique by mail and player. */
export class HonestMail {
  readonly #mails = new Map<string, HonestMailRecord>()
  readonly #isPlayer: (uId: string) => boolean
  /** Chunks it refuses as a whole, by the player they begin with. */
  refused: string | null = null
  /** Players who have nothing left of what they claimed. */
  readonly spent = new Set<string>()

  constructor(isPlayer: (uId: string) => boolean) {
    this.#isPlayer = isPlayer
  }

  /** Who has a mail now, for tests. */
  stateOf(mailId: string, uId: string): MailState | undefined {
    return this.#mails.get(mailId)?.rows.get(uId)?.state
  }

  /** A player of the game claims. */
  claim(mailId: string, uId: string): void {
    const row = this.#mails.get(mailId)?.rows.get(uId)
    if (row?.state === 'delivered') Object.assign(row, { state: 'claimed', at: Date.now() })
  }

  global({ operator: _operator, mailId, ...mail }: MailGlobalRequest): MailRefusal | null {
    return this.#keep(mailId, JSON.stringify(mail))
  }

  batch({ mailId, mail, recipients }: MailBatchRequest): MailRefusal | { results: RowResult[] } {
    const refusal = this.#keep(mailId, JSON.stringify(mail))
    if (refusal !== null) return refusal
    if (this.refused !== null && recipients[0]?.uId === this.refused)
      return { code: GAME_CODES.exists, msg: 'not these' }
    const { rows } = this.#mails.get(mailId)!
    const results = recipients.map(({ uId, roleId, attach = mail.attach }, index) => {
      const player = uId ?? roleId ?? ''
      if (!this.#isPlayer(player)) return { index, ...NOBODY }
      if (rows.has(player)) return { index, ...DONE, code: 2006 }
      rows.set(player, { uId: player, state: 'delivered', at: Date.now(), attach: [...attach] })
      return { index, ...DONE }
    })
    return { results }
  }

  recall({ mailId, uIds, takeBack }: MailRecallRequest): GameCallReply<'mailRecall'> {
    const mail = this.#mails.get(mailId)
    if (mail && uIds === undefined) mail.isEnded = true
    const rows = this.#rows(mailId, uIds)
    const open = rows.filter(({ state }) => state === 'delivered' || state === 'read')
    for (const row of open) Object.assign(row, { state: 'recalled', at: Date.now() })
    const claimed = rows.filter(({ state }) => state === 'claimed')
    return {
      removed: open.length,
      claimed: claimed.map((row) => {
        const rest = takeBack ? row.attach.splice(0) : []
        const isSpent = this.spent.has(row.uId)
        return {
          uId: row.uId,
          claimedAt: row.at,
          takenBack: isSpent ? [] : rest,
          missing: isSpent ? rest : [],
        }
      }),
      cursor: '',
    }
  }

  status({ mailId, uIds }: MailStatusRequest): GameCallReply<'mailStatus'> {
    const rows = this.#rows(mailId, uIds)
    const counts = { delivered: 0, read: 0, claimed: 0, expired: 0, recalled: 0 }
    for (const { state } of rows) counts[state] += 1
    return { counts, rows: rows.map(({ uId, state, at }) => ({ uId, state, at })), cursor: '' }
  }

  #rows(mailId: string, uIds?: readonly string[]): HonestMailRow[] {
    const rows = [...(this.#mails.get(mailId)?.rows.values() ?? [])]
    return uIds === undefined ? rows : rows.filter(({ uId }) => uIds.includes(uId))
  }

  #keep(mailId: string, content: string): MailRefusal | null {
    const known = this.#mails.get(mailId)
    if (known?.isEnded) return { code: 2006, msg: 'the mail was recalled' }
    if (known && known.content !== content) return { code: 2008, msg: 'another mail has this name' }
    if (!known) this.#mails.set(mailId, { content, isEnded: false, rows: new Map() })
    return null
  }
}
