import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCells, writeCells } from './cells-as-text.ts'

describe('text of spreadsheets', () => {
  it.each([
    [
      '1\t2\n3\t4',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    [
      '1\t2\r\n3\t4\r\n',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['"a\nb"\t2\n', [['a\nb', '2']]],
    ['"say ""hi"""\tx', [['say "hi"', 'x']]],
    ['5" pipe\t"open', [['5" pipe', '"open']]],
    ['"quoted" word\tx', [['"quoted" word', 'x']]],
    [
      'a\t\n\tb',
      [
        ['a', ''],
        ['', 'b'],
      ],
    ],
    ['one', [['one']]],
    ['', [['']]],
  ])('[ED.122] %j', (text, cells) => {
    expect(readCells(text)).toEqual(cells)
  })

  it('[ED.122] what is copied is pasted as it was, tabs, quotes and line breaks included', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', '\r', '潮', ' ', ',') })
    const table = fc
      .tuple(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 1, max: 4 }))
      .chain(([width, height]) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
          minLength: height,
          maxLength: height,
        }),
      )
    fc.assert(
      fc.property(table, (cells) => {
        expect(readCells(writeCells(cells))).toEqual(cells)
      }),
    )
  })
})
