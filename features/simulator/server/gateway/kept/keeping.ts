import { AppError, coreErrors } from '@qd/contract-kit'
import type { KeptTimeline } from '../../../contract/index.ts'
import type { KeepProgress } from './kept-timelines.ts'

/** A page waits so long for one answer; a large time line takes several. */
const WAIT_MS = 10_000

interface Running {
  done: Promise<KeptTimeline>
  progress: KeepProgress
  /** Kept or failed; it stays until somebody heard of it or the next begins. */
  isOver: boolean
  /** Asks that wait for it now. */
  waiting: number
}

/** A time line on its way to the disk: asked for in turns, because a million frames take longer than one answer may. */
export class Keeping {
  #running: Running | null = null
  readonly #onFault: (error: unknown) => void

  /** `onFault` hears of a failure that no page waited for. */
  constructor(onFault: (error: unknown) => void) {
    this.#onFault = onFault
  }

  begin(progress: KeepProgress, run: () => Promise<KeptTimeline>): void {
    if (this.#running?.isOver === false) throw new AppError(coreErrors.too_many_requests)
    const running: Running = { done: run(), progress, isOver: false, waiting: 0 }
    this.#running = running
    const isOver = (): void => {
      running.isOver = true
    }
    running.done.then(isOver, (error: unknown) => {
      isOver()
      // The page may have left between two of its asks.
      if (running.waiting === 0) this.#onFault(error)
    })
  }

  async wait(): Promise<KeepProgress & { kept: KeptTimeline | null }> {
    const running = this.#running
    if (running === null) throw new AppError(coreErrors.not_found)
    let timer: NodeJS.Timeout | undefined
    const later = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), WAIT_MS).unref()
    })
    running.waiting += 1
    try {
      const kept = await Promise.race([running.done, later])
      if (kept !== null) this.#forget(running)
      return { ...running.progress, kept }
    } catch (error) {
      this.#forget(running)
      throw error
    } finally {
      running.waiting -= 1
      clearTimeout(timer)
    }
  }

  #forget(running: Running): void {
    if (this.#running === running) this.#running = null
  }
}
