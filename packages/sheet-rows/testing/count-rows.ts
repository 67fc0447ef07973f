import { readSheet } from '../src/index.ts'

/*
 * Reads so many lines of a list and prints how many rows came; in a process of its own, whose heap the caller bounds:
 * what is held there beyond it ends the process.
 */
const lines = Number(process.argv[2])
const PER_PIECE = 10_000

const piece = (from: number) =>
  Buffer.from(
    Array.from({ length: PER_PIECE }, (_, at) => `${String(30_100_000_000 + from + at)},2\n`).join(''),
  )
const size = piece(0).length * (lines / PER_PIECE)

let rows = 0
for await (const some of readSheet({
  size,
  async *pieces({ from, to } = { from: 0, to: size }) {
    for (let at = 0; at < lines; at += PER_PIECE) {
      yield piece(at).subarray(0, to - from)
      if (to < size) return
    }
  },
})) {
  rows += some.length
}
console.log(rows)
