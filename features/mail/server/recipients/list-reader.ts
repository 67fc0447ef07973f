import { parseGift } from '@qd/gift-content'
import type { GiftEntry } from '@qd/gift-content'
import { IdSet } from '@qd/game-id'
import type { CatalogueServer } from '@qd/server-kit'
import type { SheetRow } from '@qd/sheet-rows'
import type { ColumnMap } from '../../contract/index.ts'
import type { FoundServer } from './find-server.ts'
import type { Recipient } from './recipient.ts'

const VAR_LENGTH = 1_000
const ROLE_LENGTH = 64
const DIGITS = /^\d{1,19}$/

export type ProblemCode =
  | 'wrong_id'
  | 'no_server'
  | 'repeated'
  | 'wrong_attach'
  | 'no_player'
  | 'which_server'
  | 'long_var'

type Own = Pick<Recipient, 'attach' | 'vars'>
const NOTHING: Own = {}

/** A player whose server is known. */
export interface Placed {
  server: CatalogueServer
  recipient: Recipient
}

type Read = Placed | { code: ProblemCode; text: string }

export interface ListReading {
  columns: ColumnMap
  servers: readonly CatalogueServer[]
  findServer: (uId: string) => FoundServer
}

/** Turns rows of files into recipients, each of them once over all files. */
export class ListReader {
  readonly #reading: ListReading
  readonly #vars: readonly (readonly [string, number])[]
  readonly #bySId: ReadonlyMap<number, CatalogueServer>
  readonly #seen = new IdSet()
  readonly #seenRoles = new Set<string>()
  /** Gifts repeat: a list has a handful of them. */
  readonly #gifts = new Map<string, GiftEntry[] | null>()

  constructor(reading: ListReading) {
    this.#reading = reading
    this.#vars = Object.entries(reading.columns.vars ?? {})
    this.#bySId = new Map(reading.servers.map((server) => [server.sId, server]))
  }

  read({ cells }: SheetRow): Read {
    const { columns } = this.#reading
    const cell = (column: number | undefined) => (column === undefined ? '' : (cells[column] ?? '').trim())
    const uId = cell(columns.uId)
    const roleId = cell(columns.roleId)
    const found = uId === '' ? this.#byRole(roleId, cell(columns.serverId)) : this.#byUId(uId)
    if ('code' in found) return found
    const own = this.#own(cell(columns.attach), cell)
    if (own === NOTHING) return found
    if ('code' in own) return own
    return { server: found.server, recipient: { ...found.recipient, ...own } }
  }

  #byUId(text: string): Read {
    if (!DIGITS.test(text)) return { code: 'wrong_id', text }
    const found = this.#reading.findServer(text)
    if (typeof found === 'string') return { code: found, text }
    if (!this.#seen.add(BigInt(found.uId))) return { code: 'repeated', text }
    return { server: found.server, recipient: { uId: found.uId } }
  }

  #byRole(roleId: string, sIdText: string): Read {
    if (roleId === '') return { code: 'no_player', text: '' }
    if (roleId.length > ROLE_LENGTH) return { code: 'wrong_id', text: roleId.slice(0, ROLE_LENGTH) }
    const [only, ...more] = this.#reading.servers
    if (sIdText === '' && more.length > 0) return { code: 'which_server', text: roleId }
    const server = sIdText === '' ? only : this.#bySId.get(Number(sIdText.replace(/^S/i, '')))
    if (server === undefined) return { code: 'no_server', text: `${roleId} ${sIdText}`.trim() }
    const key = `${server.key} ${roleId}`
    if (this.#seenRoles.has(key)) return { code: 'repeated', text: roleId }
    this.#seenRoles.add(key)
    return { server, recipient: { roleId } }
  }

  #own(giftText: string, cell: (column: number) => string): Own | { code: ProblemCode; text: string } {
    if (giftText === '' && this.#vars.length === 0) return NOTHING
    const gift = giftText === '' ? undefined : this.#gift(giftText)
    if (gift === null) return { code: 'wrong_attach', text: giftText.slice(0, 200) }
    const vars: Record<string, string> = {}
    for (const [name, column] of this.#vars) {
      const value = cell(column)
      if (value.length > VAR_LENGTH) return { code: 'long_var', text: name }
      vars[name] = value
    }
    return { ...(gift === undefined ? {} : { attach: gift }), ...(this.#vars.length === 0 ? {} : { vars }) }
  }

  #gift(text: string): GiftEntry[] | null {
    const known = this.#gifts.get(text)
    if (known !== undefined) return known
    const parsed = parseGift(text)
    const gift = parsed.ok ? parsed.entries : null
    if (this.#gifts.size < 10_000) this.#gifts.set(text, gift)
    return gift
  }
}
