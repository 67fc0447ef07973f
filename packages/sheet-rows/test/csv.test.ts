import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { measure } from '@qd/contract-kit/testing/measure'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesOf, cellsOf, cutSource, faultOf, rowsOf } from './read-rows.ts'
import { readSheet } from '@qd/sheet-rows'

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
/** What a file may hold: no NUL, and no half of a character. */
const cell = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'))

const testing = join(import.meta.dirname, '../testing')

describe('rows of a csv', () => {
  it('are the cells that were written, however the bytes come', async () => {
    const options = fc.record({
      delimiter: fc.constantFrom(',', ';', '\t'),
      newline: fc.constantFrom('\n', '\r\n', '\r'),
      every: fc.integer({ min: 1, max: 64 }),
      hasBom: fc.boolean(),
      endsWithBreak: fc.boolean(),
    })
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(rows, options, async (given, { delimiter, newline, every, hasBom, endsWithBreak }) => {
        fc.pre(given.some((cells) => cells.some((text) => text !== '')))
        const lines = given.map((cells) => cells.map(quoted).join(delimiter)).join(newline)
        const head = `sep=${delimiter}${newline}`
        const text = `${hasBom ? '\uFEFF' : ''}${head}${lines}${endsWithBreak ? newline : ''}`
        const back = await cellsOf(cutSource(bytesOf(text), every))
        expect(back).toEqual(given.filter((cells) => cells.some((each) => each !== '')))
      }),
    )
  })

  it.each([
    ['uId,quantity\n1,2\n3,4\n', ','],
    ['uId;quantity\n1;2,5\n3;4,5\n', ';'],
    ['uId\tquantity\n1\t2,5\n3\t4;5\n', '\t'],
    ['"a,b";c\n"d,e";f\n', ';'],
  ])('are parted by what parts most of them: %j', async (text) => {
    expect((await cellsOf(bytesOf(text))).every((cells) => cells.length === 2)).toBe(true)
  })

  it('have the line they begin in, with empty lines and breaks inside quotes', async () => {
    const rows = await rowsOf(bytesOf('a,b\r\n\r\n"x\r\ny\nz",1\r\n\n,\n2,3'))
    expect(rows).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 3, cells: ['x\r\ny\nz', '1'] },
      { line: 8, cells: ['2', '3'] },
    ])
  })

  it('keep a formula as the text it is', async () => {
    expect(await cellsOf(bytesOf("=1+1,@SUM(A1),'x\n"))).toEqual([['=1+1', '@SUM(A1)', "'x"]])
  })

  it('come from UTF-16 with a mark and from a gzip', async () => {
    const text = '编号,名字\n1,小明\n'
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
    const wanted = [
      ['编号', '名字'],
      ['1', '小明'],
    ]
    expect(await cellsOf(cutSource(wide, 1))).toEqual(wanted)
    expect(await cellsOf(gzipSync(bytesOf(text)))).toEqual(wanted)
  })

  it.each([
    ['', 'empty'],
    ['\n\n,,\n', 'empty'],
    ['a,b\n"x,1\n2,3\n', 'broken_quotes 2'],
    ['a,b\n"x"y,1\n', 'broken_quotes 2'],
    ['a\n\0\n', 'unknown_format'],
    ['\u00d0\u00cf', 'no fault, 1 rows'],
  ])('of %j end with %s', async (text, fault) => {
    expect(await faultOf(bytesOf(text))).toBe(fault)
  })

  it('are refused in any other encoding, and as a workbook of before 2007', async () => {
    expect(await faultOf(Buffer.from([0x61, 0x2c, 0xc4, 0xe3, 0x0a]))).toBe('bad_encoding')
    expect(await faultOf(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1]))).toBe('unknown_format')
  })

  it('stop at each bound, with the line', async () => {
    expect(await faultOf(bytesOf('a,b\n1,2\n3,4\n'), { rows: 2 })).toBe('too_many_rows 3')
    expect(await faultOf(bytesOf('a,b\n1,2,3\n'), { cells: 2 })).toBe('too_many_cells 2')
    expect(await faultOf(bytesOf('a,b\n1,22222\n'), { cellLength: 4 })).toBe('cell_too_long 2')
    expect(await faultOf(bytesOf('a,b\n11,22,33\n'), { lineLength: 5 })).toBe('line_too_long 2')
    expect(await faultOf(bytesOf('a,b\n'), { bytes: 3 })).toBe('too_large')
  })

  it('of a line of 50 MB are refused with its number, without holding it', async () => {
    for (const start of ['', '"']) {
      const { fault, bytes } = await measure<{ fault: string; bytes: number }>(
        join(testing, 'read-long-line.ts'),
        { args: [start, '50000000'] },
      )
      expect(fault).toBe('cell_too_long 3')
      expect(bytes).toBeLessThan(40_000_000)
    }
  })

  it('of 5,000,000 lines pass in bounded memory', { timeout: 60_000 }, async () => {
    const args = ['5000000']
    // Rows that were held would take more than a gigabyte.
    expect(await measure<number>(join(testing, 'count-rows.ts'), { args, heapMiB: 200 })).toBe(5_000_000)
  })

  it('of large pieces are handed on some hundreds at a time', async () => {
    const piece = Buffer.from(
      Array.from({ length: 50_000 }, (_, at) => `${String(30_100_000_000 + at)}\n`).join(''),
    )
    const counts: number[] = []
    for await (const some of readSheet(cutSource(piece, piece.length))) counts.push(some.length)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(50_000)
    // The first ones wait until it is known what parts the cells.
    expect(Math.max(...counts)).toBeLessThan(2_500)
    expect(Math.max(...counts.slice(1))).toBeLessThan(750)
  })

  it('of a gzip bomb stop soon after they stop being a list', async () => {
    const bomb = gzipSync(Buffer.alloc(60_000_000, '1,2\n'))
    expect(await faultOf(bomb)).toBe('expands_too_far')
    expect(await faultOf(gzipSync(gzipSync(bytesOf('a,b\n'))))).toBe('unknown_format')
    expect(await faultOf(gzipSync(bytesOf('a,b\n1,2\n')).subarray(0, 20))).toBe('bad_archive')
  })
})
