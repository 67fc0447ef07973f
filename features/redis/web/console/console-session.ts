import { isCallError } from '@qd/web-base'
import { call, newConfirmation, openLive } from '@qd/web-calls'
import type { LiveChannel } from '@qd/web-calls'
import { createStore } from 'zustand'
import type { StoreApi } from 'zustand'
import { allowRedisCommand, commandText, consoleChannel } from '../../contract/index.ts'
import type {
  CommandHelp,
  ConsoleMessage,
  ConsoleOutcome,
  ConsoleState,
  ConsoleValue,
  ParsedLine,
  RedisBytes,
} from '../../contract/index.ts'
import { redisText } from '../texts.ts'
import type { OpenDatabase } from '../workspace/workspace.ts'

/** Results that stay; the oldest leave. */
export const RESULTS_MAX = 200
/** Messages of one stream that stay in view and in its file. */
export const MESSAGES_MAX = 5_000

export type ResultBody =
  | { readonly kind: 'running' }
  | { readonly kind: 'value'; readonly value: ConsoleValue }
  | { readonly kind: 'failure'; readonly msg: string }
  | { readonly kind: 'help'; readonly help: readonly CommandHelp[] }
  | { readonly kind: 'messages'; readonly list: readonly ConsoleMessage[]; readonly dropped: number }

export interface ConsoleResult {
  readonly n: number
  /** What was before it: connection, database, transaction. */
  readonly prompt: string
  readonly text: string
  readonly body: ResultBody
  readonly ms: number
  /** Nodes of a cluster that answered for themselves. */
  readonly nodes?: readonly string[]
}

export interface ConsoleStore {
  readonly state: ConsoleState
  /** Why the console cannot be opened; empty when it can. */
  readonly refused: string
  readonly results: readonly ConsoleResult[]
  /** Commands of one text that run one after the other; null: none. */
  readonly batch: { readonly done: number; readonly total: number } | null
  readonly draft: string
  readonly stopsAtError: boolean
  readonly help: readonly CommandHelp[]
}

const stateOf = (db: number): ConsoleState => ({
  db,
  isInTransaction: false,
  watched: 0,
  stream: 'none',
  link: 'ready',
  attempt: 0,
  code: '',
  msg: '',
})

type Door = LiveChannel<typeof consoleChannel>

/** One console of the page: what was typed, what came of it, and the way to its socket. */
export class ConsoleSession {
  readonly id: string
  readonly database: OpenDatabase
  readonly store: StoreApi<ConsoleStore>
  #door: Door
  #n = 0
  #isEndingBatch = false
  #isAskingHelp = false

  constructor(id: string, database: OpenDatabase) {
    this.id = id
    this.database = database
    this.store = createStore<ConsoleStore>()(() => ({
      state: stateOf(database.db),
      refused: '',
      results: [],
      batch: null,
      draft: '',
      stopsAtError: true,
      help: [],
    }))
    this.#door = this.#open()
  }

  get now(): ConsoleStore {
    return this.store.getState()
  }

  get name(): string {
    const { customName, name } = this.database.connection
    return customName || name
  }

  get prompt(): string {
    const { db, isInTransaction } = this.now.state
    return `${this.name}[${db}]${isInTransaction ? '(TX)' : ''}>`
  }

  get isBusy(): boolean {
    return this.now.batch !== null || this.now.state.stream !== 'none'
  }

  set(change: Partial<ConsoleStore>): void {
    this.store.setState(change)
  }

  #open(): Door {
    const { lineId, id } = this.database.connection
    // The database it was in last: SELECT is of this console, and a way that breaks must not take it elsewhere.
    const open = () => ({ lineId, connectionId: id, db: this.now.state.db })
    return openLive(consoleChannel, open, {
      onOpened: () => {
        this.set({ refused: '', state: stateOf(this.now.state.db) })
        void this.#readHelp()
      },
      onEvent: (event) => {
        if (event.kind === 'state') this.set({ state: event.state })
        else this.#hear(event.list, event.dropped)
      },
      onLost: () => this.set({ state: { ...stateOf(this.now.state.db), link: 'reconnecting' } }),
      onRefused: ({ message }) => this.set({ refused: message }),
    })
  }

  /** Opens the channel again after it was refused. */
  retry(): void {
    this.#door.end()
    this.set({ refused: '' })
    this.#door = this.#open()
  }

  /** Looks for the way to Redis again; where it still fails, the state says why. */
  async connect(): Promise<void> {
    try {
      await this.#door.ask('connect', {})
    } catch (error) {
      if (!isCallError(error)) throw error
      this.set({ state: { ...this.now.state, link: 'lost', msg: error.message } })
    }
  }

  end(): void {
    this.#isEndingBatch = true
    this.#door.end()
  }

  async #readHelp(): Promise<void> {
    if (this.#isAskingHelp || this.now.help.length > 0) return
    this.#isAskingHelp = true
    try {
      const { list } = await this.#door.ask('help', {})
      this.set({ help: list })
    } catch (error) {
      // Without it there are no suggestions; it is asked again with the next way.
      if (!isCallError(error)) throw error
    } finally {
      this.#isAskingHelp = false
    }
  }

  #hear(list: readonly ConsoleMessage[], dropped: number): void {
    const results = this.now.results.map((each) => {
      if (each.n !== this.#n || each.body.kind !== 'messages') return each
      const all = [...each.body.list, ...list]
      const over = Math.max(0, all.length - MESSAGES_MAX)
      return {
        ...each,
        body: { ...each.body, list: all.slice(over), dropped: each.body.dropped + dropped + over },
      }
    })
    this.set({ results })
  }

  add(text: string, body: ResultBody): number {
    this.#n += 1
    const result: ConsoleResult = { n: this.#n, prompt: this.prompt, text, body, ms: 0 }
    this.set({ results: [...this.now.results, result].slice(-RESULTS_MAX) })
    return this.#n
  }

  #put(n: number, change: Partial<ConsoleResult>): void {
    const results = this.now.results.map((each) => (each.n === n ? { ...each, ...change } : each))
    this.set({ results })
  }

  clear(): void {
    this.set({ results: [] })
  }

  /** Runs commands in their order; whether all went well. */
  async runAll(commands: readonly ParsedLine[]): Promise<void> {
    if (this.isBusy) return
    this.#isEndingBatch = false
    const total = commands.length
    try {
      for (const [done, { text, args }] of commands.entries()) {
        this.set({ batch: { done, total } })
        const came = await this.#run(text, args)
        // Behind a lost transaction or what streams, the others would mean something else.
        const isOver = this.#isEndingBatch || came === 'lost' || this.now.state.stream !== 'none'
        if (isOver || (came === 'error' && this.now.stopsAtError)) return
      }
    } finally {
      this.set({ batch: null })
    }
  }

  async #run(text: string, args: readonly RedisBytes[]): Promise<'fine' | 'error' | 'lost'> {
    const n = this.add(text, { kind: 'running' })
    try {
      const outcome = await this.#sent(n, args)
      if (outcome.state !== 'done') throw new Error('still waiting')
      const { value, ms, msg, code, nodes = [] } = outcome
      if (value === null) {
        this.#put(n, { ms, nodes, body: { kind: 'failure', msg } })
        return code === 'redis_console_cancelled' ? 'error' : 'lost'
      }
      const answer = value as ConsoleValue
      const isStream = this.now.state.stream !== 'none'
      this.#put(n, {
        ms,
        nodes,
        body: isStream ? { kind: 'messages', list: [], dropped: 0 } : { kind: 'value', value: answer },
      })
      return answer.t === 'e' ? 'error' : 'fine'
    } catch (error) {
      if (!isCallError(error)) throw error
      this.#put(n, { body: { kind: 'failure', msg: this.#wordsOf(error) } })
      return ['redis_console_state_lost', 'no_answer', 'aborted'].includes(error.code) ? 'lost' : 'error'
    }
  }

  #wordsOf({ code, message }: { code: string; message: string }): string {
    // The page's own socket broke, or nothing came: nobody knows whether the command ran.
    if (code === 'no_answer') return redisText('console.unknown')
    return code === 'aborted' ? redisText('console.notSent') : message
  }

  async #sent(n: number, given: readonly RedisBytes[]): Promise<ConsoleOutcome> {
    const args = [...given]
    const first = await this.#door.ask('run', { n, args, allowance: '' })
    const outcome =
      first.state === 'confirm'
        ? await this.#door.ask('run', { n, args, allowance: await this.#confirmed(first, args) })
        : first
    return this.#whole(n, outcome)
  }

  async #whole(n: number, outcome: ConsoleOutcome): Promise<ConsoleOutcome> {
    let latest = outcome
    while (latest.state === 'waiting') latest = await this.#door.ask('wait', { n })
    return latest
  }

  async #confirmed(asked: { console: string; name: string }, args: RedisBytes[]): Promise<string> {
    const { lineId, id } = this.database.connection
    const { db } = this.now.state
    const command = commandText(args.slice(0, 2))
    const { allowance } = await call(
      allowRedisCommand,
      { body: { lineId, connectionId: id, db, console: asked.console, args } },
      {
        tag: 'redis:console.confirm.title',
        told: 'place',
        confirmation: newConfirmation({
          title: redisText('console.confirm.title'),
          text: redisText('console.confirm.text', { command, name: asked.name, db }),
          action: redisText('console.confirm.action'),
          expected: asked.name,
        }),
      },
    )
    return allowance
  }

  /** Ends what runs, waits or streams, and the commands behind it. */
  async stop(): Promise<void> {
    this.#isEndingBatch = true
    try {
      await this.#door.ask('stop', {})
    } catch (error) {
      if (!isCallError(error)) throw error
    }
  }
}
