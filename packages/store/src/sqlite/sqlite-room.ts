import type { ConditionKeeper } from '../store-condition.ts'
import { StoreError } from '../store-error.ts'
import type { WriteOptions } from '../store.ts'
import { MARGIN_BYTES, RESERVE_BYTES, ReserveFile } from './reserve-file.ts'
import { isDiskFault } from './sqlite-error.ts'

const NO_ROOM = 'There is no room in the data folder '
/** While there is no reserve. */
const LOOK_EVERY_MS = 2_000

/** The room on the disk of the data folder: gives the reserve up when there is none left, and makes it again. */
export class SqliteRoom {
  readonly #dataDir: string
  readonly #reserve: ReserveFile
  readonly #condition: ConditionKeeper
  #timer: NodeJS.Timeout | undefined
  #making: Promise<void> | undefined
  #isClosed = false

  constructor(dataDir: string, condition: ConditionKeeper) {
    this.#dataDir = dataDir
    this.#reserve = new ReserveFile(dataDir)
    this.#condition = condition
    if (this.#reserve.isThere) return
    // A first start, or one after the reserve was used: the rule is that of making it.
    condition.setFull(!this.#reserve.hasRoom(RESERVE_BYTES + MARGIN_BYTES))
    this.#lookLater()
  }

  /** Why a write is not even tried; null: it is. */
  refusal({ inReserve }: WriteOptions): StoreError | null {
    const { isFull, damage } = this.#condition.now
    if (damage !== null) return new StoreError('store_damaged', `The database is damaged: ${damage}`)
    if (isFull && inReserve !== true) return this.#full()
    return null
  }

  /** The fault as `store_full` when the disk behind it is full; any other fault unchanged. */
  explain(error: unknown): unknown {
    if (!isDiskFault(error) || !this.isShort()) return error
    return this.#full(error)
  }

  /** Whether the disk is full, and not only some limit of the database reached. */
  isShort(): boolean {
    return !this.#reserve.hasRoom(MARGIN_BYTES)
  }

  /** Notes that the disk is full; gives whether that made room, so that trying again makes sense. */
  makeRoom(): boolean {
    const isRoomMade = this.#reserve.giveUp()
    this.#condition.setFull(true)
    this.#lookLater()
    return isRoomMade
  }

  /** Runs what needs a little room at start, with the reserve's where there is no other. */
  orMakeRoom<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      const explained = this.explain(error)
      if (explained === error) throw error
      if (this.makeRoom()) return work()
      throw new StoreError('store_full', `${NO_ROOM}${this.#dataDir}: make room, then start again.`, {
        cause: error,
      })
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#making
  }

  #full(cause?: unknown): StoreError {
    return new StoreError('store_full', `${NO_ROOM}${this.#dataDir}.`, { cause })
  }

  #lookLater(): void {
    if (this.#timer !== undefined || this.#isClosed) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#making = this.#look()
    }, LOOK_EVERY_MS)
    this.#timer.unref()
  }

  async #look(): Promise<void> {
    const isMade = await this.#reserve.make()
    this.#condition.setFull(!isMade && !this.#reserve.hasRoom(RESERVE_BYTES + MARGIN_BYTES))
    if (!isMade) this.#lookLater()
  }
}
