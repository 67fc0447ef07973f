import { isCallError } from '@qd/web-base'
import { createStore } from 'zustand'
import type { StoreApi } from 'zustand'
import type { KeyFacts, RedisBytes, ScanProgress } from '../../contract/index.ts'
import type { KeyChange, OpenDatabase } from '../workspace/workspace.ts'
import { FactsCache } from './facts-cache.ts'
import { FlatRows } from './flat-rows.ts'
import type { RowsAnswer } from './folder-rows.ts'
import { foldersOf } from './key-names.ts'
import { READY, boundLoad } from './key-state.ts'
import type { KeySessionState, ScanParams } from './key-state.ts'
import { KeyOrders } from './key-orders.ts'
import type { KeySort } from './key-sort.ts'
import { openKeys } from './keys-door.ts'
import type { KeysDoor } from './keys-door.ts'
import { bytesId } from './row-ids.ts'
import { RowReader } from './row-reader.ts'

const TOUCHED_AT_ONCE = 1_000

/** The keys of one open database as this page reads them; it lives until the database is closed. */
export class KeySession {
  readonly database: OpenDatabase
  readonly store: StoreApi<KeySessionState>
  readonly rows = new FlatRows()
  readonly facts = new FactsCache()
  #door: KeysDoor
  readonly #reader: RowReader
  readonly orders: KeyOrders
  #isAskingFacts = false
  isOver = false
  #following: Promise<void> = Promise.resolve()
  /** Folders whose dropped names were asked for, by scan. */
  #loaded = new Set<string>()

  constructor(database: OpenDatabase, params: ScanParams, sort: KeySort) {
    this.database = database
    this.store = createStore<KeySessionState>()(() => ({
      params: { ...params, load: boundLoad(params.load) },
      sort,
      ordering: null,
      progress: null,
      link: READY,
      failure: '',
      version: 0,
      found: null,
      current: null,
      chosen: new Map(),
      jobs: [],
      wanted: null,
    }))
    this.orders = new KeyOrders({
      door: () => this.#door,
      isOver: () => this.isOver,
      restingScan: () => this.#restingScan(),
      sort: () => this.state.sort,
      isShown: (prefix) => this.rows.folderAt(prefix) !== null,
      tell: (run) => this.#tell(run),
      onFacts: (list, withBytes) => this.facts.put(list, Date.now(), withBytes),
      onProgress: (ordering) => this.set({ ordering }),
      onOrdered: () => this.#reader.ageSoon(true),
    })
    this.#reader = new RowReader({
      sorted: (...block) => this.orders.blockOf(...block),
      rows: this.rows,
      door: () => this.#door,
      isOver: () => this.isOver,
      scanNumber: () => this.state.progress?.scan ?? null,
      tell: (run) => this.#tell(run),
      onRows: (prefix, answers) => this.#onRows(prefix, answers),
    })
    this.#door = this.#open()
  }

  get state(): KeySessionState {
    return this.store.getState()
  }

  /** Between folders; none: a list. */
  get separators(): string[] {
    return this.state.params.isTree ? this.database.connection.separators : []
  }

  /** Whether JSON values were met here: servers without the module cannot keep any. */
  get hasJson(): boolean {
    return this.facts.hasJson
  }

  set(change: Partial<KeySessionState>): void {
    if (!this.isOver) this.store.setState(change)
  }

  #bump(): void {
    this.set({ version: this.state.version + 1 })
  }

  #open(): KeysDoor {
    return openKeys(this.database, {
      onOpened: () => {
        this.set({ link: READY, failure: '' })
        void this.scan()
      },
      onEvent: (event) => {
        if (event.kind === 'scan') this.#onProgress(event.progress)
        else this.set({ link: { state: event.state, attempt: event.attempt, msg: event.msg } })
      },
      onLost: () => this.set({ link: { state: 'reconnecting', attempt: 0, msg: '' } }),
      onRefused: ({ message }) => this.set({ failure: message }),
    })
  }

  /** Opens the channel again after it was refused. */
  retry(): void {
    this.#door.close()
    this.set({ failure: '', link: READY })
    this.#door = this.#open()
  }

  end(): void {
    this.isOver = true
    this.#reader.end()
    this.#door.close()
  }

  /** Begins a scan; with other keys to look for, the rows of the one before go. */
  async scan(change: Partial<ScanParams> = {}): Promise<void> {
    const before = this.state.params
    // What the signs of the one before were said to be holds for no other.
    const meant = change.pattern === undefined ? {} : { isGlob: false }
    const params = { ...before, ...meant, ...change, load: boundLoad(change.load ?? before.load) }
    const sortOf = ({ pattern, isGlob, type, ttl, isTree }: ScanParams) =>
      JSON.stringify([pattern, isGlob, type, ttl, isTree])
    const isSame = sortOf(params) === sortOf(before)
    if (!isSame) this.rows.reset()
    this.#reader.hold()
    this.facts.clear()
    this.set({ params, failure: '', found: null, ...(isSame ? {} : { chosen: new Map(), current: null }) })
    const { pattern, isGlob, type, ttl, mode, load } = params
    await this.#tell(async () => {
      const base = { pattern, isGlob, type, mode, load, separators: this.separators }
      const input = ttl === null ? base : { ...base, ttl }
      this.#onProgress(await this.#door.ask('scan', input))
    })
  }

  /** Puts the keys of open folders in another order, once what it takes was read. */
  sortBy(sort: KeySort): void {
    this.set({ sort })
    this.orders.resort()
    this.#reader.ageSoon(true)
  }

  /** Reads again what the keys of open folders are sorted by. */
  sortAgain(): void {
    this.orders.renew()
    this.#reader.ageSoon(true)
  }

  /** Rows of a scan that runs still come: they are sorted when it rests. */
  #restingScan(): number | null {
    const { progress } = this.state
    return progress === null || progress.state === 'running' ? null : progress.scan
  }

  /** Goes on with the scan, stops it for a while, or for good. */
  async steer(how: 'more' | 'all' | 'pause' | 'resume' | 'cancel'): Promise<void> {
    const { progress } = this.state
    if (progress === null) return
    await this.#tell(async () => this.#onProgress(await this.#door.ask(how, { scan: progress.scan })))
  }

  /** Runs what asks; a failure stands in the panel. */
  async #tell(run: () => Promise<void>): Promise<boolean> {
    try {
      await run()
      return true
    } catch (error) {
      if (!isCallError(error)) throw error
      // Another scan has begun, the page's own socket broke, or the database was closed.
      const isPassing = ['redis_scan_over', 'no_answer', 'aborted'].includes(error.code)
      if (!isPassing) this.set({ failure: error.message })
      return false
    }
  }

  #onProgress(progress: ScanProgress): void {
    const before = this.state.progress
    if (before !== null && progress.scan < before.scan) return
    if (before?.scan !== progress.scan) {
      this.#loaded.clear()
      this.orders.clear()
    }
    this.set({ progress })
    const hasMoved =
      before?.scan !== progress.scan || before.state !== progress.state || before.matched !== progress.matched
    if (hasMoved) this.orders.age()
    if (hasMoved) this.#reader.ageSoon(progress.state !== 'running')
  }

  /** Says which lines are in view. */
  view(first: number, last: number): void {
    this.#reader.view(first, last)
  }

  /** Reads all lines of a range, so that what is chosen by it is complete. */
  readRange(first: number, last: number): Promise<void> {
    return this.#reader.readRange(first, last)
  }

  #onRows(prefix: RedisBytes, answers: readonly RowsAnswer[]): void {
    this.#bump()
    if (answers.some(({ isDropped }) => isDropped)) void this.#loadDropped(prefix)
  }

  async #loadDropped(prefix: RedisBytes): Promise<void> {
    if (this.#loaded.has(bytesId(prefix))) return
    this.#loaded.add(bytesId(prefix))
    await this.loadFolder(prefix)
  }

  /** Reads one folder of the server again. */
  async loadFolder(prefix: RedisBytes): Promise<void> {
    await this.#tell(async () => {
      const scan = this.state.progress?.scan ?? 0
      // A long reading is waited for in parts.
      while (!(await this.#door.ask('load', { scan, prefix })).isDone) this.#reader.ageSoon(true)
      this.#reader.ageSoon(true)
    })
  }

  open(prefix: RedisBytes): void {
    this.rows.open(prefix)
    this.#bump()
    void this.#reader.pump()
  }

  close(prefix: RedisBytes): void {
    this.rows.close(prefix)
    this.#bump()
    void this.#reader.pump()
  }

  closeAll(): void {
    this.rows.closeAll()
    this.#bump()
    void this.#reader.pump()
  }

  /** Asks for what is not known of keys in view; while an answer is on its way, the last wish waits for the next turn. */
  async needFacts(keys: readonly RedisBytes[], withBytes: boolean): Promise<void> {
    if (this.#isAskingFacts || this.state.progress === null) return
    const missing = this.facts.missing(keys, withBytes, Date.now())
    if (missing.length === 0) return
    this.#isAskingFacts = true
    await this.#tell(async () => {
      const { list } = await this.#door.ask('facts', { keys: missing, withBytes })
      this.facts.put(list, Date.now(), withBytes)
    })
    this.#isAskingFacts = false
    this.#bump()
  }

  /** One key by its name, without a scan. */
  async find(key: RedisBytes): Promise<KeyFacts | null> {
    const before = this.state.found
    await this.#tell(async () => {
      const found = await this.#door.ask('find', { key })
      this.facts.put([found], Date.now())
      this.set({ found, failure: '' })
    })
    return this.state.found === before ? null : this.state.found
  }

  /** Follows changes made from this page. */
  follow(change: KeyChange): Promise<void> {
    this.#following = this.#follow(change)
    return this.#following
  }

  async #follow({ added, removed, changed, isFlushed }: KeyChange): Promise<void> {
    if (isFlushed === true) {
      this.facts.clear()
      this.set({ chosen: new Map(), found: null })
      return this.scan()
    }
    this.facts.forget([...added, ...removed, ...changed])
    this.orders.forget([...added, ...removed, ...changed])
    const chosen = new Map(this.state.chosen)
    for (const key of removed) chosen.delete(bytesId(key))
    const { found } = this.state
    const isGone = found !== null && removed.some((key) => bytesId(key) === bytesId(found.key))
    this.set({ chosen, ...(isGone ? { found: null } : {}) })
    const scan = this.state.progress?.scan
    if (scan !== undefined && added.length + removed.length > 0) {
      await this.#tell(async () => {
        for (let at = 0; at < Math.max(added.length, removed.length); at += TOUCHED_AT_ONCE) {
          const part = (keys: readonly RedisBytes[]): RedisBytes[] => keys.slice(at, at + TOUCHED_AT_ONCE)
          await this.#door.ask('touched', { scan, added: part(added), removed: part(removed) })
        }
      })
      this.#reader.ageSoon(true)
    }
    this.#bump()
  }

  /** Opens the folders a key is in and brings its line into view. */
  async reveal(key: RedisBytes): Promise<void> {
    await this.#following
    const folders = foldersOf(key, this.separators)
    this.rows.open(...folders)
    const path = [...folders.map((prefix) => `folder ${bytesId(prefix)}`), `key ${bytesId(key)}`]
    for (const [index, id] of path.entries()) await this.#reader.seek(folders[index - 1] ?? '', id)
    const id = path.at(-1) ?? ''
    this.set({ current: id, wanted: { id, count: (this.state.wanted?.count ?? 0) + 1 } })
    this.#bump()
  }
}
