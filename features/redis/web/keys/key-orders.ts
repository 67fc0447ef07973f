import { FOLDER_CHILDREN_MAX, KEY_FACTS_MAX, KEY_ROWS_MAX } from '../../contract/index.ts'
import type { KeyFacts, KeyRow, RedisBytes } from '../../contract/index.ts'
import type { RowsAnswer } from './folder-rows.ts'
import { ageOf } from './key-order.ts'
import type { Listing, Order, OrderAge, Ordering, PartOrder, Read } from './key-order.ts'
import { endOf, isServersOrder, sortedRows } from './key-sort.ts'
import type { KeySort } from './key-sort.ts'
import type { KeysDoor } from './keys-door.ts'
import { bytesId } from './row-ids.ts'

/** Rows of one folder that are sorted; a longer list goes on behind them as it was found. */
const SORTED_MAX = FOLDER_CHILDREN_MAX
/** What was read is sorted by for so long, as it is shown for so long. */
const FRESH_MS = 30_000
/** Rows of all sorted folders that are kept; the oldest folders are read again when they come into view. */
const KEPT_MAX = 100_000

export interface OrdersHost {
  door(): KeysDoor
  isOver(): boolean
  /** Number of the scan; null: there is none, or it runs and its rows still come. */
  restingScan(): number | null
  sort(): KeySort
  /** Whether the folder stands open in the tree. */
  isShown(prefix: RedisBytes): boolean
  /** Runs what asks, and shows its failure; whether there was none. */
  tell(run: () => Promise<void>): Promise<boolean>
  /** Facts came, for whatever shows them. */
  onFacts(list: readonly KeyFacts[], withBytes: boolean): void
  onProgress(ordering: Ordering | null): void
  /** A folder has another order now. */
  onOrdered(): void
}

const keysOf = (rows: readonly KeyRow[]): RedisBytes[] =>
  rows.flatMap((row) => (row.kind === 'key' ? [row.key] : []))

/**
 * The folders in view in an order the server does not have: their names are read, and of the keys what they are sorted
 * by, in parts, one folder after the other. Until then rows stand by name.
 */
export class KeyOrders {
  readonly #host: OrdersHost
  readonly #orders = new Map<string, Order>()
  readonly #queue: RedisBytes[] = []
  #isWorking = false
  /** Counts what makes work under way pointless. */
  #round = 0

  constructor(host: OrdersHost) {
    this.#host = host
  }

  get #isOn(): boolean {
    return !isServersOrder(this.#host.sort()) && this.#host.restingScan() !== null
  }

  /** Forgets everything, as for a new scan. */
  clear(): void {
    this.#round += 1
    this.#orders.clear()
    this.#queue.length = 0
    this.#host.onProgress(null)
  }

  /** Another order is wished: what was read lately is sorted by again. */
  resort(): void {
    this.#round += 1
    for (const order of this.#orders.values()) Object.assign(order, { rows: null, isStopped: false })
    this.#queue.length = 0
    this.#host.onProgress(null)
  }

  /** Orders all keys by what they are now. */
  renew(): void {
    for (const { facts } of this.#orders.values()) facts.clear()
    this.resort()
  }

  /** Keys came or went. */
  age(): void {
    for (const order of this.#orders.values()) order.isAged = true
  }

  /** Facts of these are others now. */
  forget(keys: readonly RedisBytes[]): void {
    for (const order of this.#orders.values()) for (const key of keys) order.facts.delete(bytesId(key))
    this.age()
  }

  /** Ends the reading; what was read is sorted, the rest stands behind it. */
  stop(): void {
    for (const order of this.#orders.values()) if (order.rows === null) order.isStopped = true
  }

  /** Reads on where it was stopped. */
  goOn(prefix: RedisBytes): void {
    const order = this.#orders.get(bytesId(prefix))
    if (order === undefined) return
    Object.assign(order, { isStopped: false, isAged: true, rows: null })
    this.#want(prefix)
  }

  /** Folders of which not all keys were read. */
  get parts(): PartOrder[] {
    if (!this.#isOn) return []
    return [...this.#orders.values()].flatMap(({ prefix, rows, listing, read }) => {
      const keys = keysOf(listing.rows).length
      // A folder lists no more than are sorted; of one whose names are dropped, nothing is there to sort.
      const isBound = listing.total > listing.rows.length && !listing.isDropped
      if (rows === null || (read >= keys && !isBound)) return []
      const total = isBound ? listing.total - (listing.rows.length - keys) : keys
      return [{ prefix, done: read, total, isBound: read >= keys }]
    })
  }

  /** Of the folders in view; null: they stand by name. */
  ageAt(now: number): OrderAge | null {
    if (!this.#isOn || this.#host.sort().by === 'name') return null
    const shown = [...this.#orders.values()].filter(({ prefix }) => this.#host.isShown(prefix))
    return ageOf(shown, now)
  }

  /** A block of a folder in its order; null: as the server has it, and the order comes later. */
  async blockOf(prefix: RedisBytes, from: number, count: number): Promise<RowsAnswer | null> {
    if (!this.#isOn) return null
    const order = this.#orders.get(bytesId(prefix))
    if (order?.isAged === true && order.rows !== null) order.following ??= this.#follow(order)
    const following = order?.following ?? null
    if (order !== undefined && following !== null && !(await following)) order.rows = null
    if (order === undefined || order.rows === null) {
      this.#want(prefix)
      return null
    }
    if (from >= order.rows.length && order.listing.listed > order.rows.length) return null
    return { ...order.listing, from, rows: order.rows.slice(from, from + count) }
  }

  /** Takes up what changed where that is little; whether it was. */
  async #follow(order: Order): Promise<boolean> {
    order.isAged = false
    try {
      return await this.#takeUp(order)
    } finally {
      order.following = null
    }
  }

  async #takeUp(order: Order): Promise<boolean> {
    const round = this.#round
    const listing = await this.#list(order.prefix)
    const missing = this.#missing(order, keysOf(listing.rows), Infinity)
    // Keys that were never read, since it was stopped, stay so.
    const isLittle = missing.length - (keysOf(order.listing.rows).length - order.read) <= KEY_FACTS_MAX
    if (round !== this.#round || (!isLittle && !order.isStopped)) return false
    order.listing = listing
    if (!order.isStopped) await this.#readFacts(order, missing)
    this.#arrange(order)
    return true
  }

  #want(prefix: RedisBytes): void {
    const id = bytesId(prefix)
    if (!this.#queue.some((each) => bytesId(each) === id)) this.#queue.push(prefix)
    void this.#work()
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return
    this.#isWorking = true
    try {
      while (this.#queue.length > 0 && !this.#host.isOver()) {
        const prefix = this.#queue[0]!
        const round = this.#round
        const isFine = await this.#host.tell(() => this.#build(prefix))
        this.#host.onProgress(null)
        // Another sorting or scan has begun: its own wishes stand in the queue now.
        if (round !== this.#round) continue
        this.#queue.shift()
        if (!isFine) return
        this.#host.onOrdered()
      }
    } finally {
      this.#isWorking = false
    }
  }

  async #build(prefix: RedisBytes): Promise<void> {
    const round = this.#round
    const id = bytesId(prefix)
    const before = this.#orders.get(id)
    const order: Order = {
      prefix,
      listing: await this.#list(prefix),
      rows: null,
      facts: before?.facts ?? new Map<string, Read>(),
      following: null,
      isAged: false,
      isStopped: false,
      read: 0,
      readAt: Infinity,
      ends: [],
    }
    if (round !== this.#round) return
    this.#orders.delete(id)
    this.#orders.set(id, order)
    const keys = keysOf(order.listing.rows)
    const missing = this.#missing(order, keys, FRESH_MS)
    for (let at = 0; at < missing.length && !order.isStopped; at += KEY_FACTS_MAX) {
      this.#host.onProgress({ prefix, done: keys.length - missing.length + at, total: keys.length })
      await this.#readFacts(order, missing.slice(at, at + KEY_FACTS_MAX))
      if (round !== this.#round || this.#host.isOver()) return
    }
    this.#arrange(order)
    this.#forgetOld()
  }

  #arrange(order: Order): void {
    const sort = this.#host.sort()
    const keys = keysOf(order.listing.rows)
    order.read = sort.by === 'name' ? keys.length : keys.length - this.#missing(order, keys, Infinity).length
    const now = Date.now()
    const factsOf = (key: RedisBytes): Read | undefined => order.facts.get(bytesId(key))
    order.rows = sortedRows(order.listing.rows, sort, ({ key }) => factsOf(key), now)
    const known = keys.flatMap((key) => factsOf(key) ?? [])
    order.readAt = known.reduce((oldest, { at }) => Math.min(oldest, at), Infinity)
    order.ends = known.map(endOf).filter((end) => end > now && end !== Infinity)
  }

  #missing({ facts }: Order, keys: readonly RedisBytes[], freshMs: number): RedisBytes[] {
    const { by } = this.#host.sort()
    if (by === 'name') return []
    const now = Date.now()
    return keys.filter((key) => {
      const read = facts.get(bytesId(key))
      if (read === undefined || (by === 'size' && !read.withBytes)) return true
      // A key that came to its end is gone, or lives on: either way it stands elsewhere now.
      return freshMs !== Infinity && (now - read.at > freshMs || endOf(read) <= now)
    })
  }

  async #readFacts(order: Order, keys: readonly RedisBytes[]): Promise<void> {
    if (keys.length === 0) return
    const withBytes = this.#host.sort().by === 'size'
    const { list } = await this.#host.door().ask('facts', { keys: [...keys], withBytes, isBulk: true })
    const at = Date.now()
    for (const facts of list) order.facts.set(bytesId(facts.key), { facts, at, withBytes })
    this.#host.onFacts(list, withBytes)
  }

  /** All rows of a folder that are sorted. */
  async #list(prefix: RedisBytes): Promise<Listing> {
    const scan = this.#host.restingScan() ?? 0
    const rows: KeyRow[] = []
    for (;;) {
      const count = Math.min(KEY_ROWS_MAX, SORTED_MAX - rows.length)
      const answer = await this.#host.door().ask('rows', { scan, prefix, from: rows.length, count })
      rows.push(...answer.rows)
      const { total, listed, isCut, isDropped } = answer
      const isAll = rows.length >= Math.min(listed, SORTED_MAX) || answer.rows.length === 0
      if (isAll) return { rows, total, listed, isCut, isDropped }
    }
  }

  #forgetOld(): void {
    let kept = [...this.#orders.values()].reduce((sum, { listing }) => sum + listing.rows.length, 0)
    for (const [id, { listing }] of this.#orders) {
      if (kept <= KEPT_MAX || this.#orders.size === 1) return
      kept -= listing.rows.length
      this.#orders.delete(id)
    }
  }
}
