import { AppError, coreErrors } from '@qd/contract-kit'
import { currentAsker } from '@qd/server-kit'

/** Files one person has read by calls at the same time; each costs a share of the machine for seconds. */
const MOST = 2

/** Who reads files now. */
export class Readings {
  readonly #byReader = new Map<string, number>()

  /**
   * Hands the pieces on and counts as long as they are read. Throws `overloaded`. Work in the background takes turns of its
   * own and is not counted: nobody is there to try again.
   */
  async *counted<T>(reader: string, pieces: AsyncIterable<T>): AsyncGenerator<T, void> {
    if (currentAsker().kind === 'background') {
      yield* pieces
      return
    }
    const now = this.#byReader.get(reader) ?? 0
    if (now >= MOST) throw new AppError(coreErrors.overloaded)
    this.#byReader.set(reader, now + 1)
    try {
      yield* pieces
    } finally {
      const left = (this.#byReader.get(reader) ?? 1) - 1
      if (left === 0) this.#byReader.delete(reader)
      else this.#byReader.set(reader, left)
    }
  }
}
