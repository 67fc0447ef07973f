import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { publishWith } from '@qd/store'
import type { Store } from '@qd/store'
import type { OpenRow, OpenTables } from './open-tables.ts'

const TOPIC = 'simulator.open'
/** A node that died is believed so long. Clocks of nodes may differ by less than that. */
const LEASE_MS = 90_000
const RENEW_MS = 30_000

/** An account that is open on this node. */
export type OpenAccount = Pick<OpenRow, 'id' | 'game' | 'u_id' | 'username'>

export interface OtherNodesDeps {
  store: Store<OpenTables>
  /** Those of this node now. */
  here(): OpenAccount[]
  /** Somebody came or went on another node. */
  onChange(): void
  onFault(error: unknown): void
}

const accountOf = ({ game, u_id: uId }: Pick<OpenRow, 'game' | 'u_id'>) => `${game} ${uId}`

/** Who has which account open on other nodes: each node writes its own down, under a lease, and tells the others. */
export class OtherNodes {
  readonly #deps: OtherNodesDeps
  readonly #nodeId = randomUUID()
  /** Names by account. */
  #names = new Map<string, string[]>()
  #written = new Set<string>()
  #running: Promise<void> | null = null
  #isAsked = false
  /** Something changed here that is not written down yet, or it is time to renew the lease. */
  #isChanged = false
  #writtenAt = 0
  #stops: (() => void)[] | null = null

  constructor(deps: OtherNodesDeps) {
    this.#deps = deps
  }

  namesOf(account: Pick<OpenRow, 'game' | 'u_id'>): readonly string[] {
    return this.#names.get(accountOf(account)) ?? []
  }

  /** Something changed here: it is written down, and what the others have is read again. Soon, and one after the other. */
  changed(): void {
    this.#isChanged = true
    this.#lookSoon()
  }

  #lookSoon(): void {
    this.#listen()
    this.#isAsked = true
    // What changes is whole only after this turn: a connection tells of its loss before it says that it is closed.
    this.#running ??= Promise.resolve()
      .then(() => this.#run())
      .finally(() => {
        this.#running = null
        if (this.#isAsked) this.#lookSoon()
      })
  }

  #listen(): void {
    if (this.#stops !== null) return
    const { broadcast } = this.#deps.store
    const timer = setInterval(() => this.changed(), RENEW_MS).unref()
    this.#stops = [
      () => clearInterval(timer),
      broadcast.subscribe(TOPIC, (nodeId) => {
        if (nodeId !== this.#nodeId) this.#lookSoon()
      }),
      broadcast.onLost(() => this.changed()),
    ]
  }

  async #run(): Promise<void> {
    try {
      while (this.#isAsked) {
        this.#isAsked = false
        const here = this.#deps.here()
        if (this.#mustWrite(here)) await this.#write(here)
        await this.#read()
      }
    } catch (error) {
      // The next beat tries again; nobody's connection waits for it.
      this.#deps.onFault(error)
    }
  }

  /** What others tell changes nothing here: then the own rows stay as they are. */
  #mustWrite(here: readonly OpenAccount[]): boolean {
    const isOld = Date.now() - this.#writtenAt >= RENEW_MS
    return this.#isChanged || isOld || !isDeepStrictEqual(new Set(here.map(({ id }) => id)), this.#written)
  }

  async #write(here: readonly OpenAccount[]): Promise<void> {
    this.#isChanged = false
    const ids = new Set(here.map(({ id }) => id))
    if (ids.size === 0 && this.#written.size === 0) return
    const isNews = !isDeepStrictEqual(ids, this.#written)
    const at = Date.now()
    const own = { node_id: this.#nodeId, ends_at: at + LEASE_MS }
    const rows = here.map((account) => ({ ...account, ...own }))
    await this.#deps.store.write(async (tx) => {
      await tx.deleteFrom('simulator_open').where('node_id', '=', this.#nodeId).execute()
      if (rows.length > 0) await tx.insertInto('simulator_open').values(rows).execute()
      if (isNews) publishWith(tx, TOPIC, this.#nodeId)
    })
    this.#written = ids
    this.#writtenAt = at
  }

  async #read(): Promise<void> {
    const rows =
      this.#written.size === 0
        ? []
        : await this.#deps.store.read
            .selectFrom('simulator_open')
            .selectAll()
            .where('node_id', '!=', this.#nodeId)
            .where('ends_at', '>', Date.now())
            .orderBy('username')
            .execute()
    const names = new Map<string, string[]>()
    for (const row of rows) names.set(accountOf(row), [...(names.get(accountOf(row)) ?? []), row.username])
    const isSame = isDeepStrictEqual(names, this.#names)
    this.#names = names
    if (!isSame) this.#deps.onChange()
  }

  /** Rows of nodes that died. */
  async sweep(): Promise<void> {
    await this.#deps.store.write((tx) =>
      tx
        .deleteFrom('simulator_open')
        .where('ends_at', '<', Date.now() - LEASE_MS)
        .execute(),
    )
  }

  /** After the connections of this node have ended. */
  async stop(): Promise<void> {
    for (const stop of this.#stops ?? []) stop()
    this.#stops = []
    await this.#running
  }
}
