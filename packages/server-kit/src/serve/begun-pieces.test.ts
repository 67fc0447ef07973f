import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { begunPieces } from './begun-pieces.ts'

function watched(count: number, failAt = Infinity) {
  const seen = { ended: 0 }
  async function* pieces() {
    try {
      for (let each = 0; each < count; each++) {
        if (each === failAt) throw new Error(`fails at ${each}`)
        yield each
      }
    } finally {
      seen.ended += 1
    }
  }
  return { seen, pieces: pieces() }
}

async function all<T>(pieces: AsyncIterable<T>): Promise<T[]> {
  const read: T[] = []
  for await (const piece of pieces) read.push(piece)
  return read
}

test.each([0, 1, 3])('gives all %d pieces in their order', async (count) => {
  const { seen, pieces } = watched(count)
  expect(await all(await begunPieces(pieces))).toEqual(Array.from({ length: count }, (_, each) => each))
  expect(seen.ended).toBe(1)
})

test('tells a fault of the first piece at once, and one of a later piece where it stands', async () => {
  await expect(begunPieces(watched(3, 0).pieces)).rejects.toThrow('fails at 0')
  const later = await begunPieces(watched(3, 1).pieces)
  await expect(all(later)).rejects.toThrow('fails at 1')
})

test('ends what it reads also when nobody begins to read it', async () => {
  const { seen, pieces } = watched(3)
  const stream = Readable.from(await begunPieces(pieces))
  stream.destroy()
  await expect.poll(() => seen.ended).toBe(1)
})
