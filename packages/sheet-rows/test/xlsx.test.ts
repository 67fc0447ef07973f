import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { strToU8, unzipSync, zipSync } from 'fflate'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeXlsx } from '@qd/sheet-rows'
import type { SheetSource } from '@qd/sheet-rows'
import { bytesOf, cellsOf, cutSource, faultOf, rowsOf } from './read-rows.ts'

/** A workbook of ours with some parts replaced. */
function workbook(parts: Record<string, string>): Uint8Array {
  const files = unzipSync(writeXlsx([{ name: 'list', rows: [['a']] }]))
  for (const [name, text] of Object.entries(parts)) files[name] = strToU8(text)
  return zipSync(files)
}
const sheet = (rows: string) =>
  workbook({ 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>` })
const withStrings = (rows: string, strings: string) =>
  workbook({
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
  })

// What XML cannot hold does not come back, and no cell ends a row with nothing.
const cell = fc
  .string({ unit: 'grapheme' })
  // oxlint-disable-next-line no-control-regex
  .filter((text) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text))

describe('rows of a workbook', () => {
  it('are the cells that were written, however the bytes come', async () => {
    const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 7, max: 500 }), async (given, every) => {
        const kept = given.map((cells) => cells.slice(0, cells.findLastIndex((text) => text !== '') + 1))
        fc.pre(kept.some((cells) => cells.length > 0))
        const back = await rowsOf(cutSource(writeXlsx([{ name: 'a/b', rows: given, widths: [20] }]), every))
        const wanted = kept.flatMap((cells, index) => (cells.length > 0 ? [{ line: index + 1, cells }] : []))
        expect(back).toEqual(wanted)
      }),
      { numRuns: 50 },
    )
  })

  it('read shared and rich texts, numbers, truths and formulas as a person sees them', async () => {
    const rows =
      '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c></row>' +
      '<row r="5"><c r="A5"><v>3.0123000045E10</v></c><c r="B5" t="b"><v>1</v></c><c r="C5"><f>A1+1</f></c>' +
      '<c r="D5"><f>A1+1</f><v>7</v></c><c r="XFD5" s="3"/></row>'
    const strings = '<si><t>uId</t></si><si><r><t>play</t></r><r><t>er</t></r><rPh><t>no</t></rPh></si>'
    expect(await rowsOf(withStrings(rows, strings))).toEqual([
      { line: 2, cells: ['uId', '', 'player'] },
      { line: 5, cells: ['30123000045', 'TRUE', '=A1+1', '7'] },
    ])
  })

  it('come with prefixed names, without references, and from a gzip', async () => {
    const bytes = workbook({
      'xl/worksheets/sheet1.xml':
        '<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c><x:v>1</x:v></x:c><x:c><x:v>2</x:v></x:c></x:row></x:sheetData></x:worksheet>',
    })
    expect(await cellsOf(bytes)).toEqual([['1', '2']])
    expect(await cellsOf(gzipSync(bytes))).toEqual([['1', '2']])
  })

  it.each([
    ['<row r="3"><c r="A3"><v>1</v></c></row><row r="2"/>', 'bad_xml 3'],
    ['<row><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>', 'bad_xml 1'],
    ['<row><c t="s"><v>9</v></c></row>', 'bad_xml 1'],
    ['<row><c r="ZZ1"><v>1</v></c></row>', 'too_many_cells 1'],
    ['<row><c><v>1</v></c>', 'bad_xml'],
    ['<row>&undefined;</row>', 'bad_xml'],
    ['', 'empty'],
  ])('of %s end with %s', async (rows, fault) => {
    expect(await faultOf(sheet(rows))).toBe(fault)
  })

  it('stop at each bound', async () => {
    const rows = '<row><c><v>1</v></c></row>'.repeat(3)
    expect(await faultOf(sheet(rows), { rows: 2 })).toBe('too_many_rows 3')
    expect(
      await faultOf(sheet('<row><c t="inlineStr"><is><t>12345</t></is></c></row>'), { cellLength: 4 }),
    ).toBe('cell_too_long 1')
    const strings = '<si><t>abc</t></si>'.repeat(3)
    expect(await faultOf(withStrings(rows, strings), { strings: 2 })).toBe('too_many_strings')
    expect(await faultOf(withStrings(rows, strings), { stringsLength: 5 })).toBe('too_many_strings')
    expect(await faultOf(gzipSync(sheet(rows)), { heldBytes: 100 })).toBe('expands_too_far')
  })

  it('are refused for deep nesting, entities, and a text or a tag without an end', async () => {
    expect(await faultOf(sheet('<a>'.repeat(1_000)))).toBe('bad_xml')
    const entities = '<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet/>'
    expect(await faultOf(workbook({ 'xl/worksheets/sheet1.xml': entities }))).toBe('bad_xml')
    expect(await faultOf(sheet(`<row>${'x'.repeat(1_000_000)}</row>`))).toBe('bad_xml')
    expect(await faultOf(sheet(`<row ${'a="b" '.repeat(200_000)}/>`))).toBe('bad_xml')
  })

  it('are refused as a bomb by what comes out, whatever the archive says', async () => {
    const rows = sheet('<row><c><v>1</v></c></row>'.repeat(1_000_000))
    expect(rows.length).toBeLessThan(200_000)
    expect(await faultOf(rows)).toBe('expands_too_far')
    expect(await faultOf(rows, { ratio: 10_000, unpackedBytes: 5_000_000 })).toBe('expands_too_far')
  })

  it('are refused when the archive is cut, encrypted, changed, or no workbook', async () => {
    const bytes = writeXlsx([{ name: 'a', rows: [['1']] }])
    expect(await faultOf(bytes.subarray(0, bytes.length - 30))).toBe('bad_archive')
    expect(await faultOf(zipSync({ 'a.txt': bytesOf('x') }))).toBe('unknown_format')
    const changed = Uint8Array.from(bytes)
    const at = Buffer.from(bytes).indexOf('xl/worksheets/sheet1.xml')
    changed[at + 30] = changed[at + 30]! ^ 0xff
    expect(['bad_archive', 'bad_xml', 'bad_encoding']).toContain(await faultOf(changed))
  })

  it('are refused when a digit was changed on the way', async () => {
    const files = unzipSync(writeXlsx([{ name: 'a', rows: [['30123000045']] }]))
    const bytes = Buffer.from(zipSync(files, { level: 0 }))
    expect(await cellsOf(bytes)).toEqual([['30123000045']])
    bytes.write('6', bytes.indexOf('30123000045') + 10)
    expect(await faultOf(bytes)).toBe('bad_archive')
  })

  it('never do anything but give rows or a fault, whatever bytes are changed', async () => {
    const bytes = writeXlsx([
      {
        name: 'a',
        rows: [
          ['uId', '1'],
          ['x', 'y'],
        ],
      },
    ])
    const change = fc.array(
      fc.tuple(fc.integer({ min: 4, max: bytes.length - 1 }), fc.integer({ min: 0, max: 255 })),
      { minLength: 1, maxLength: 4 },
    )
    await fc.assert(
      fc.asyncProperty(change, async (changes) => {
        const changed = Uint8Array.from(bytes)
        for (const [at, value] of changes) changed[at] = value
        expect(typeof (await faultOf(changed))).toBe('string')
      }),
      { numRuns: 200 },
    )
  })

  it('that are large are refused by what they say of themselves, before they are read', async () => {
    const value = (at: number) => createHash('sha256').update(String(at)).digest('hex')
    const rows = Array.from(
      { length: 6_000 },
      (_, at) => `<row><c t="str"><v>${value(at)}</v></c></row>`,
    ).join('')
    let read = 0
    const bytes = sheet(rows)
    const source: SheetSource = {
      size: bytes.length,
      async *pieces({ from, to } = { from: 0, to: bytes.length }) {
        read += to - from
        yield bytes.subarray(from, to)
      },
    }
    expect(await faultOf(source, { workbookBytes: 900_000 })).toBe('no fault, 6000 rows')
    read = 0
    expect(await faultOf(source, { workbookBytes: 300_000 })).toBe('expands_too_far')
    // Its directory, with what may stand behind it, and two small parts.
    expect(read).toBeLessThan(bytes.length / 2)
  })

  it('that hold next to nothing in many cells are refused by their cells', async () => {
    const rows = `<row>${'<c/>'.repeat(50)}</row>`.repeat(100)
    expect(await faultOf(sheet(rows), { ratio: 10_000, workbookCells: 4_000 })).toBe('too_many_cells 81')
  })

  it('leave others their turn while they are read, whether they hold anything or not', async () => {
    const empty = `<row>${'<c/>'.repeat(60)}</row>`.repeat(20_000)
    const shared = '<si><t>a</t></si>'.repeat(300_000)
    const one = '<row><c t="s"><v>0</v></c></row>'
    for (const bytes of [
      sheet(empty),
      gzipSync(bytesOf('30123000045\n'.repeat(2_000_000))),
      withStrings(one, shared),
    ]) {
      let turns = 0
      const reading = { isOver: false }
      const others = (async () => {
        for (; !reading.isOver; turns++) await new Promise((resolve) => setImmediate(resolve))
      })()
      await faultOf(cutSource(bytes, bytes.length), { ratio: 10_000 })
      reading.isOver = true
      await others
      expect(turns).toBeGreaterThan(8)
    }
  })
})
