import type { AskGiven, AskName, AskReply } from '@qd/contract-kit'
import { isCallError } from '@qd/web-base'
import { openLive, whenSessionEnds } from '@qd/web-calls'
import { createStore, useStore } from 'zustand'
import type { StoreApi } from 'zustand'
import type { LiveChannel } from '@qd/web-calls'
import { ANALYSIS_TOP, analysisChannel } from '../../contract/index.ts'
import type {
  AnalysisFolders,
  AnalysisOptions,
  AnalysisProgress,
  AnalysisReport,
  Comparison,
  KeptAnalysis,
  RedisBytes,
  TOP_LISTS,
  TopKey,
} from '../../contract/index.ts'
import { useWorkspace } from '../workspace/workspace.ts'
import type { OpenDatabase } from '../workspace/workspace.ts'
import { ComparisonSession } from './comparison-session.ts'

/** While a run goes on its sums are read again so often, milliseconds. */
const AGE_MS = 1_000

type Channel = typeof analysisChannel
type Steering = 'pause' | 'resume' | 'cancel'
export type TopBy = (typeof TOP_LISTS)[number]

export interface AnalysisState {
  /** The run, or null before the first. */
  readonly progress: AnalysisProgress | null
  /** The server was asked whether there is a run. */
  readonly isOpen: boolean
  /** Why nothing can be read; empty when it can. */
  readonly failure: string
  readonly report: AnalysisReport | null
  /** Prefixes of the folders that were opened, outermost first. */
  readonly path: readonly RedisBytes[]
  readonly folders: AnalysisFolders | null
  readonly by: TopBy
  readonly top: readonly TopKey[]
}

const NOTHING = { report: null, path: [], folders: null, top: [] } as const

/** The analysis of one open database; the run itself lives on the server and outlives the page. */
export class AnalysisSession {
  readonly database: OpenDatabase
  readonly store: StoreApi<AnalysisState>
  readonly comparison = new ComparisonSession({
    kept: () => this.#kept(),
    compare: (before, after) => this.#compare(before, after),
  })
  #channel: LiveChannel<Channel>
  /** The run whose first folder was looked at. */
  #entered = 0
  #isReading = false
  #isAged = false
  #timer: ReturnType<typeof setTimeout> | null = null
  #isOver = false

  constructor(database: OpenDatabase) {
    this.database = database
    this.store = createStore<AnalysisState>()(() => ({
      progress: null,
      isOpen: false,
      failure: '',
      by: 'bytes',
      ...NOTHING,
    }))
    this.#channel = this.#open()
  }

  get state(): AnalysisState {
    return this.store.getState()
  }

  #set(change: Partial<AnalysisState>): void {
    if (!this.#isOver) this.store.setState(change)
  }

  #open(): LiveChannel<Channel> {
    const { connection, db } = this.database
    const open = { lineId: connection.lineId, connectionId: connection.id, db }
    return openLive(analysisChannel, open, {
      onOpened: () => this.#set({ isOpen: true, failure: '' }),
      onEvent: ({ progress }) => this.#onProgress(progress),
      onRefused: ({ message }) => this.#set({ failure: message }),
    })
  }

  #ask<N extends AskName<Channel>>(name: N, input: AskGiven<Channel, N>): Promise<AskReply<Channel, N>> {
    return this.#channel.ask(name, input)
  }

  /** Opens the channel again after it was refused. */
  retry(): void {
    this.#channel.end()
    this.#set({ failure: '', isOpen: false })
    this.#channel = this.#open()
  }

  end(): void {
    this.#isOver = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#channel.end()
  }

  async begin(options: AnalysisOptions): Promise<void> {
    await this.#tell(async () => {
      const progress = await this.#ask('begin', options)
      this.#set({ ...NOTHING, by: this.state.by === 'frequency' ? 'bytes' : this.state.by, failure: '' })
      this.#onProgress(progress)
    })
  }

  async steer(how: Steering): Promise<void> {
    const { progress } = this.state
    if (progress === null) return
    await this.#tell(async () => this.#onProgress(await this.#ask(how, { run: progress.run })))
  }

  /** Opens a folder, or goes back to one; none: all keys. */
  show(path: readonly RedisBytes[]): void {
    this.#set({ path })
    this.#age()
  }

  sortBy(by: TopBy): void {
    this.#set({ by, top: [] })
    this.#age()
  }

  /** The list of keys as a whole; a long name makes an answer shorter. */
  async topOf(by: TopBy): Promise<TopKey[]> {
    const run = this.state.progress?.run ?? 0
    const rows: TopKey[] = []
    for (;;) {
      const answer = await this.#ask('top', { run, by, from: rows.length, count: ANALYSIS_TOP })
      rows.push(...answer.rows)
      if (answer.rows.length === 0 || rows.length >= answer.total) return rows
    }
  }

  async #kept(): Promise<readonly KeptAnalysis[]> {
    return (await this.#ask('kept', {})).list
  }

  /** Two of them as a whole; long names make an answer shorter. */
  async #compare(before: string, after: string): Promise<Comparison> {
    const first = await this.#ask('compare', { before, after, from: 0 })
    const folders = [...first.folders]
    while (folders.length < first.total) {
      const next = await this.#ask('compare', { before, after, from: folders.length })
      if (next.folders.length === 0) break
      folders.push(...next.folders)
    }
    return { ...first, folders }
  }

  #onProgress(progress: AnalysisProgress): void {
    const before = this.state.progress
    if (before !== null && progress.run < before.run) return
    if (before !== null && progress.run !== before.run) this.#set(NOTHING)
    this.#set({ progress })
    if (progress.state === 'running') this.#timer ??= setTimeout(() => this.#age(), AGE_MS)
    else if (before?.run !== progress.run || before.state !== progress.state) {
      this.#age()
      // Its result is kept by now.
      if (progress.state === 'done' && this.comparison.store.getState().kept !== null)
        void this.comparison.read()
    }
  }

  /** What is shown is read again, one reading at a time. */
  #age(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    this.#isAged = true
    void this.#read()
  }

  async #read(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    try {
      while (this.#isAged && !this.#isOver) {
        this.#isAged = false
        const { progress, path, by } = this.state
        if (progress === null) return
        const { run } = progress
        const isFine = await this.#tell(async () => {
          const [report, folders, top] = await Promise.all([
            this.#ask('report', { run }),
            this.#ask('folders', { run, prefix: path.at(-1) ?? '' }),
            this.topOf(by),
          ])
          const isSame = this.state.progress?.run === run
          if (isSame) this.#set({ report })
          if (isSame && this.state.path === path) this.#showFolders(run, folders)
          if (isSame && this.state.by === by) this.#set({ top })
        })
        if (!isFine) return
      }
    } finally {
      this.#isReading = false
    }
  }

  /** All keys below one prefix say nothing in one rectangle: the first look goes into it. */
  #showFolders(run: number, folders: AnalysisFolders): void {
    this.#set({ folders })
    const [only] = folders.rows
    const isFirst = this.#entered !== run && this.state.path.length === 0
    if (!isFirst || folders.keys === 0) return
    this.#entered = run
    if (folders.rows.length === 1 && only?.hasFolders === true && folders.own.keys === 0)
      this.show([only.prefix])
  }

  async #tell(run: () => Promise<void>): Promise<boolean> {
    try {
      await run()
      return true
    } catch (error) {
      if (!isCallError(error)) throw error
      // The run is gone: it was another session's, or rights changed.
      if (error.code === 'redis_scan_over') this.#set({ progress: null, ...NOTHING })
      else if (!['no_answer', 'aborted'].includes(error.code)) this.#set({ failure: error.message })
      return false
    }
  }
}

const sessions = new Map<string, AnalysisSession>()

/** The analysis of an open database: from the first look at it until the database is closed. */
export function analysisOf(database: OpenDatabase): AnalysisSession {
  const known = sessions.get(database.id)
  if (known !== undefined) return known
  const session = new AnalysisSession(database)
  sessions.set(database.id, session)
  return session
}

function endAll(isGone: (id: string) => boolean): void {
  for (const [id, session] of sessions) {
    if (!isGone(id)) continue
    session.end()
    sessions.delete(id)
  }
}

useWorkspace.subscribe(({ databases }) => {
  const open = new Set(databases.map(({ id }) => id))
  endAll((id) => !open.has(id))
})
whenSessionEnds(() => endAll(() => true))

/** A part of what is known; the component is drawn again when it changes. */
export function useAnalysis<T>(session: AnalysisSession, pick: (state: AnalysisState) => T): T {
  return useStore(session.store, pick)
}
