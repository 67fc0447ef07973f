import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvCells } from './csv-line.ts'
import { CsvReader } from './csv-reader.ts'
import type { CsvReading, CsvRows } from './csv-reader.ts'
import { toCsv } from './to-csv.ts'

const LIMITS = { maxRows: 1000 }

/** In one piece, or cut at every so many characters. */
function parseCsv(text: string, reading: CsvReading, every = text.length): CsvRows {
  const reader = new CsvReader(reading)
  for (let at = 0; at < text.length; at += every) reader.take(text.slice(at, at + every))
  return reader.end()
}
const columns = ['a', 'b'].map((title) => ({
  title,
  text: (row: Record<string, string>) => row[title] ?? '',
}))
const cell = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc
    .tuple(
      fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', ' ', '"', ','),
      fc.string(),
    )
    .map(([sign, rest]) => sign + rest),
)
const rowOf = fc.record({ a: cell, b: cell })

/** What a spreadsheet sees in a cell. */
function cellsOf(csv: string): string[] {
  const { rows } = parseCsv(csv.replaceAll("'", '\u2019'), { required: ['a', 'b'], ...LIMITS })
  return rows.flatMap(({ cells }) => Object.values(cells))
}

describe('CSV', () => {
  it('comes back as it went, whatever is in the cells', () => {
    fc.assert(
      fc.property(fc.array(rowOf, { maxLength: 20 }), fc.boolean(), (rows, hasBom) => {
        const isOurs = rows.every(({ a, b }) => ![a, b].some((text) => /^'[=+\-@\t\r\n＝＋－＠]/.test(text)))
        fc.pre(isOurs)
        const back = parseCsv(toCsv(columns, rows, { hasBom }), { required: ['a', 'b'], ...LIMITS })
        expect(back.rows.map(({ cells }) => cells)).toEqual(rows)
        expect(back.faults).toEqual([])
      }),
    )
  })

  it('no cell starts as a formula, but numbers stay numbers', () => {
    fc.assert(
      fc.property(fc.array(rowOf, { maxLength: 20 }), (rows) => {
        for (const text of cellsOf(toCsv(columns, rows))) {
          expect(/^[=+\-@\t\r\n＝＋－＠]/.test(text) && !/^[+-]?\d+(\.\d+)?$/.test(text)).toBe(false)
        }
      }),
    )
    expect(toCsv(columns, [{ a: '-12.5', b: '=1+1' }])).toBe("a,b\r\n-12.5,'=1+1\r\n")
  })

  it.each([
    ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
    ['＝SUM(A1)', "'＝SUM(A1)"],
    ['@import', "'@import"],
    ['-1+2', "'-1+2"],
    ['30123000045', '30123000045'],
  ])('%s is written as %s', (text, written) => {
    expect(toCsv(columns, [{ a: text, b: 'x' }])).toBe(`a,b\r\n${written},x\r\n`)
  })

  it('reads the same wherever its text is cut', () => {
    const quoted = cell.map((text) => (/["\r\n,]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
    const line = fc.oneof(
      fc.tuple(quoted, quoted).map((cells) => cells.join(',')),
      fc.constantFrom('', '1', '1,2,3', '"1', '1"2,3', '"1"2,3'),
    )
    const end = fc.constantFrom('\n', '\r\n', '\r')
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 8 }),
        end,
        fc.integer({ min: 1, max: 9 }),
        (lines, by, every) => {
          const text = ['a,b', ...lines].join(by)
          const reading = { required: ['a', 'b'], ...LIMITS }
          const whole = parseCsv(text, reading)
          const cut = parseCsv(text, reading, every)
          // A quote in the wrong place spoils all that follows: where it stands is told, and nothing is read.
          if (whole.faults.some(({ code }) => code === 'broken_quotes')) {
            expect(cut.rows).toEqual([])
            expect(cut.faults[0]).toEqual(whole.faults[0])
          } else expect(cut).toEqual(whole)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('a single empty cell is still a row', () => {
    const one = [{ title: 'a', text: (row: string) => row }]
    expect(parseCsv(toCsv(one, ['', 'x']), { required: ['a'], ...LIMITS }).rows).toEqual([
      { line: 2, cells: { a: '' } },
      { line: 3, cells: { a: 'x' } },
    ])
  })

  it.each(['\n', '\r\n', '\r'])('says in which line a row begins, whatever stands above it (%j)', (end) => {
    const text = ['a,b', `"1${end}1",2`, '', '3,4', `5,"${end}${end}"`, '7,8'].join(end)
    const { rows } = parseCsv(text, { required: ['a', 'b'], ...LIMITS })
    expect(rows.map(({ line }) => line)).toEqual([2, 5, 6, 9])
    const broken = parseCsv(`${text}${end}9`, { required: ['a', 'b'], ...LIMITS })
    expect(broken.faults).toEqual([{ code: 'too_few_cells', line: 10 }])
  })

  it.each([
    ['\r\n and \n', 'a,b\r\n1,2\n3,4\r\n'],
    ['\n and \r\n', 'a,b\n1,2\r\n3,4'],
    ['\n and \r', 'a,b\n1,2\r3,4\n'],
    ['\r and \n', 'a,b\r1,2\n3,4\r'],
    ['\r and \r\n', 'a,b\r1,2\r\n3,4\r\n'],
    ['all three, around quotes', 'a,b\r"1","2"\r\n"3" ,"4"\n'],
  ])('line ends mixed of %s leave nothing in a cell', (_what, text) => {
    const { rows, faults } = parseCsv(text, { required: ['a', 'b'], ...LIMITS })
    expect(faults).toEqual([])
    expect(rows).toEqual([
      { line: 2, cells: { a: '1', b: '2' } },
      { line: 3, cells: { a: '3', b: '4' } },
    ])
    for (let every = 1; every < text.length; every += 1)
      expect(parseCsv(text, { required: ['a', 'b'], ...LIMITS }, every).rows).toEqual(rows)
  })

  it('keeps every line end that stands in quotes, and counts it once', () => {
    const { rows } = parseCsv('a,b\n"1\r\n1\r1\n1",2\r\n3,4', { required: ['a', 'b'], ...LIMITS })
    expect(rows).toEqual([
      { line: 2, cells: { a: '1\r\n1\r1\n1', b: '2' } },
      { line: 6, cells: { a: '3', b: '4' } },
    ])
  })

  it('one record by itself holds no line end outside its quotes', () => {
    expect(csvCells('k,"v\r\nw",')).toEqual(['k', 'v\r\nw', ''])
    for (const record of ['k,v\rl,w', 'k,v\nl,w', 'k,v\r\nl,w', '"k', '"k"x'])
      expect(csvCells(record)).toBeNull()
    expect(csvCells('k,v\r')).toEqual(['k', 'v'])
  })

  it.each([
    ['', { code: 'empty' }],
    ['\uFEFF', { code: 'empty' }],
    ['a\n1', { code: 'missing_column', line: 1, column: 'b' }],
    ['a,b,c\n1,2,3', { code: 'unknown_column', line: 1, column: 'c' }],
    ['a,b,b\n1,2,3', { code: 'repeated_column', line: 1, column: 'b' }],
    ['a,b\n1,2\n3', { code: 'too_few_cells', line: 3 }],
    ['a,b\n1,2,3', { code: 'too_many_cells', line: 2 }],
    ['a,b\n"1,2', { code: 'broken_quotes', line: 2 }],
    ['a,b\n1,2\n1,2\n1,2\n1,2', { code: 'too_many_rows' }],
    [`a,b\n"${'1,2\n'.repeat(30_000)}`, { code: 'broken_quotes', line: 2 }],
  ])('%j is refused and gives no rows', (text, fault) => {
    const { rows, faults } = parseCsv(text, { required: ['a', 'b'], maxRows: 3 })
    expect(faults).toContainEqual(fault)
    expect(rows).toEqual([])
  })
})
