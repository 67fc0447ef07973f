import { expect, test, vi } from 'vitest'
import { wordsOf } from './command-words.ts'
import { commandsFormat } from './commands-format.ts'
import { fileLines } from './file-lines.ts'
import { LineFault } from './line-fault.ts'
import { valueOfJson } from './value-json.ts'

const faultOf = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    if (error instanceof LineFault) return `${error.reason} ${error.word}`
    throw error
  }
  return 'none'
}

test.each(['list', 'set', 'hash', 'zset', 'stream'])(
  'a %s of many values that do not fit is given up at the first',
  (type) => {
    let looked = 0
    const values: unknown[] = [7, 'x']
    Object.defineProperty(values, 1, { get: () => (looked += 1) })
    expect(faultOf(() => valueOfJson(type, type === 'stream' ? { entries: values } : values))).toBe(
      `value ${type}`,
    )
    expect(looked).toBe(0)
  },
)

test('a quoted word takes its own room, not that of the line', () => {
  const words = wordsOf(Buffer.from(`RPUSH k ${'"a" '.repeat(100_000)}`))!
  expect(words).toHaveLength(100_002)
  expect(words[2]!.buffer.byteLength).toBeLessThan(100_000)
})

test('a line of more words than a command may have is a faulty one', () => {
  const line = (count: number) => Buffer.from(`RPUSH k ${'a '.repeat(count)}`)
  expect(faultOf(() => commandsFormat.read(line(1_048_575)))).toBe('arguments RPUSH')
  expect(faultOf(() => commandsFormat.read(line(1_000)))).toBe('none')
})

test('line breaks between quotes are held with what is around them', async () => {
  const joined = vi.spyOn(Buffer, 'concat')
  const text = `a,"${'\n'.repeat(50_000)}"\nb,"x\n\ny"\n`
  const pieces = (async function* () {
    yield Buffer.from(text.slice(0, 20_000))
    yield Buffer.from(text.slice(20_000))
  })()
  const lines = []
  try {
    for await (const each of fileLines(pieces, { at: 0, line: 1, hasQuotes: true })) lines.push(each)
    expect(Math.max(...joined.mock.calls.map(([list]) => list.length))).toBe(2)
  } finally {
    joined.mockRestore()
  }
  expect(
    lines.map(({ line, nextLine, from, to, bytes }) => [line, nextLine, from, to, bytes.length]),
  ).toEqual([
    [1, 50_002, 0, 50_005, 50_004],
    [50_002, 50_005, 50_005, 50_014, 8],
  ])
})
