/**
 * The pieces, the first of them read already: what fails before an answer has begun can still be told as an error.
 * Throws what reading the first piece throws. Whoever gets them reads or returns them.
 */
export async function begunPieces<T>(pieces: AsyncIterable<T>): Promise<AsyncIterableIterator<T>> {
  const reading = pieces[Symbol.asyncIterator]()
  let first: IteratorResult<T> | null = await reading.next()
  // No generator: one that is returned before it began runs nothing, and what reads would stay open.
  const begun: AsyncIterableIterator<T> = {
    [Symbol.asyncIterator]: () => begun,
    async next() {
      if (first === null) return reading.next()
      const next = first
      first = null
      return next
    },
    async return() {
      await reading.return?.()
      return { done: true, value: undefined }
    },
  }
  return begun
}
