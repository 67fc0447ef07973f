import { AppError } from '@qd/contract-kit'
import { redisErrors } from '../../contract/index.ts'
import type { ConsoleState } from '../../contract/index.ts'
import type { OwnDatabase, RedisDatabase } from '../guard/redis-database.ts'
import type { LinkState, Reply } from '../link/redis-link.ts'

export interface SocketHolder {
  /** Opens the database with the rights of now. */
  database(db: number): Promise<RedisDatabase>
  onMessage(message: Reply): void
  /** Something of the state changed. */
  changed(): void
  failure(error: unknown): { code: string; msg: string }
}

type LinkFacts = Pick<ConsoleState, 'link' | 'attempt' | 'code' | 'msg'>
const READY: LinkFacts = { link: 'ready', attempt: 0, code: '', msg: '' }

/**
 * The socket of one console. It never finds its way again by itself: what came behind a lost MULTI or WATCH would run
 * without them. Another one is opened when the way is there again, or for the next command.
 */
export class ConsoleSocket {
  readonly #holder: SocketHolder
  #db: number
  #own: OwnDatabase | null = null
  #opening: Promise<OwnDatabase> | null = null
  #unwatch: () => void = () => undefined
  #parent: RedisDatabase | null = null
  #unwatchOwn: () => void = () => undefined
  #isOver = false
  link: LinkFacts = READY
  /** Told when it was lost, before another one is opened. */
  onLost: () => void = () => undefined

  constructor(holder: SocketHolder, db: number) {
    this.#holder = holder
    this.#db = db
  }

  get db(): number {
    return this.#db
  }

  now(): Promise<OwnDatabase> {
    if (this.#own !== null) return Promise.resolve(this.#own)
    this.#opening ??= this.#open(this.#db).finally(() => {
      this.#opening = null
    })
    return this.#opening
  }

  /** Goes on in another database; the one before stays when it cannot be opened. */
  async select(db: number): Promise<void> {
    const before = this.#db
    const parent = await this.#holder.database(db)
    this.drop()
    this.#db = db
    this.#follow(parent)
    try {
      await this.now()
    } catch (error) {
      this.#db = before
      throw error
    }
  }

  async #open(db: number): Promise<OwnDatabase> {
    const parent = await this.#holder.database(db)
    this.#follow(parent)
    const own = await parent.own({ onMessage: (message) => this.#holder.onMessage(message) })
    if (this.#isOver || db !== this.#db) {
      own.close()
      throw new AppError(redisErrors.redis_console_over)
    }
    this.#own = own
    this.#unwatchOwn = own.watch((state) => {
      if (state.state !== 'ready' && this.#own === own) this.#lost()
    })
    this.#is(READY)
    return own
  }

  #lost(): void {
    this.drop()
    this.onLost()
    this.#is({ link: 'reconnecting', attempt: 1, code: '', msg: '' })
    this.#again()
  }

  /** Nobody waits for it: how it went stands in the state. */
  #again(): void {
    this.now().catch((error: unknown) => {
      if (!this.#isOver) this.#is({ link: 'lost', attempt: 0, ...this.#holder.failure(error) })
    })
  }

  /** Hears of the database the console belongs to: it looks for the way again, or ends. */
  #follow(parent: RedisDatabase): void {
    if (this.#parent === parent) return
    this.#unwatch()
    this.#parent = parent
    this.#unwatch = parent.watch((state) => this.#parentIs(state))
  }

  #parentIs({ state, attempt, error }: LinkState): void {
    const isEnd = state === 'lost' && attempt === 0
    if (isEnd && this.#own !== null) {
      this.drop()
      this.onLost()
    }
    if (this.#own !== null || this.#isOver) return
    if (state === 'ready') return this.#again()
    const why = error === null ? { code: '', msg: '' } : this.#holder.failure(error)
    this.#is({ link: state, attempt, ...why })
  }

  #is(link: LinkFacts): void {
    this.link = link
    this.#holder.changed()
  }

  spoilTransaction(): void {
    this.#own?.spoilTransaction()
  }

  /** Closes it; the next command opens another. */
  drop(): void {
    const own = this.#own
    this.#own = null
    this.#unwatchOwn()
    own?.close()
  }

  end(): void {
    this.#isOver = true
    this.#unwatch()
    this.drop()
  }
}
