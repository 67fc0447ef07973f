import type { Readable } from 'node:stream'
import { AppError, coreErrors } from '@qd/contract-kit'
import type { BodyPace, ComingBody } from './body-pace.ts'

export interface PiecesReading {
  readonly pace: BodyPace
  readonly isPublic: boolean
}

/**
 * The pieces of a body as they come. None is asked for before the last one was worked on; only the time in which one is
 * waited for counts for the sender's pace.
 */
export class BodyPieces {
  readonly #pieces: AsyncIterator<Buffer>
  readonly #coming: ComingBody
  readonly #slow = Promise.withResolvers<never>()

  constructor(source: Readable, { pace, isPublic }: PiecesReading, onClose?: () => void) {
    // Told in the middle that nobody reads on, the stream stays open: the answer goes out beside it.
    this.#pieces = source.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]()
    this.#slow.promise.catch(() => {})
    this.#coming = pace.watch(isPublic, (error) => this.#slow.reject(error))
    this.#coming.pause()
    const end = (): void => {
      this.#coming.end()
      onClose?.()
    }
    // Gone before anybody listened: it closes no more.
    if (source.destroyed) end()
    else source.once('close', end)
  }

  /** The next one; null at the end. Throws `body_too_slow`, and `invalid_request` when the sender is gone. */
  async next(): Promise<Buffer | null> {
    this.#coming.resume()
    try {
      const { value, done } = await Promise.race([this.#pieces.next(), this.#slow.promise])
      if (done === true) return null
      this.#coming.received += (value as Buffer).length
      return value as Buffer
    } catch (error) {
      throw error instanceof AppError ? error : new AppError(coreErrors.invalid_request, { cause: error })
    } finally {
      this.#coming.pause()
    }
  }
}
