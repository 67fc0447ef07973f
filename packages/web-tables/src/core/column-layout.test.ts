import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { moveColumn, orderedColumns, placeColumns } from './column-layout.ts'
import type { ColumnLayout } from './column-layout.ts'
import { COLUMN_WIDTHS } from './column-spec.ts'
import type { DataColumn } from '../list/data-column.ts'
import { columnsInView, rowsInView } from './window.ts'
import { pageSizeFor } from '../list/use-page-size.ts'

const KEYS = ['a', 'b', 'c', 'd', 'e', 'f']
const key = fc.constantFrom(...KEYS, 'gone')
const columnsOf = fc
  .uniqueArray(fc.constantFrom(...KEYS), { minLength: 1 })
  .chain((keys) =>
    fc.tuple(
      ...keys.map((name) =>
        fc
          .record({ width: fc.integer({ min: 20, max: 600 }), isFixed: fc.boolean(), isHidden: fc.boolean() })
          .map((part): DataColumn<null> => ({ key: name, title: name, render: () => null, ...part })),
      ),
    ),
  )
const layoutOf = fc.record(
  {
    order: fc.array(key),
    shown: fc.dictionary(key, fc.boolean()),
    pinned: fc.dictionary(key, fc.boolean()),
    widths: fc.dictionary(key, fc.double({ min: -100, max: 5000, noNaN: true })),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<ColumnLayout>

const names = (columns: readonly DataColumn<null>[]) => columns.map((column) => column.key)

describe('column layout', () => {
  it('has every column exactly once, whatever was remembered', () => {
    fc.assert(
      fc.property(columnsOf, layoutOf, (columns, layout) => {
        const ordered = names(orderedColumns(columns, layout))
        expect(ordered.toSorted()).toEqual(names(columns).toSorted())
      }),
    )
  })

  it('places columns side by side, and fills the room', () => {
    fc.assert(
      fc.property(columnsOf, layoutOf, fc.integer({ min: 0, max: 3000 }), (columns, layout, room) => {
        const { pinned, free, pinnedWidth, freeWidth } = placeColumns(columns, layout, room)
        for (const part of [pinned, free]) {
          let left = 0
          for (const placed of part) {
            expect(placed.left).toBeCloseTo(left)
            expect(placed.width).toBeGreaterThanOrEqual(48)
            left += placed.width
          }
        }
        if (pinned.length + free.length > 0) expect(pinnedWidth + freeWidth).toBeGreaterThanOrEqual(room - 1)
        if (room > 0) expect(pinnedWidth).toBeLessThanOrEqual(room / 2 + 1)
      }),
    )
  })

  it('a move and the move back leave the order as it was', () => {
    fc.assert(
      fc.property(columnsOf, fc.nat(5), fc.constantFrom(-1, 1), (columns, at, step) => {
        const plain = columns.map((column) => ({ ...column, isFixed: false }))
        const one = plain[at % plain.length]!.key
        const before = names(orderedColumns(plain, {}))
        const moved = moveColumn(plain, {}, one, step)
        const isMoved = names(orderedColumns(plain, moved)).join() !== before.join()
        const back = isMoved ? moveColumn(plain, moved, one, -step) : moved
        expect(names(orderedColumns(plain, back))).toEqual(before)
      }),
    )
  })

  it('a column that came with an update stands where the page has it', () => {
    const columns = ['a', 'new', 'b', 'c'].map((name) => ({
      key: name,
      title: name,
      width: 100,
      render: () => null,
    }))
    expect(names(orderedColumns(columns, { order: ['c', 'a', 'b'] }))).toEqual(['c', 'a', 'new', 'b'])
  })
})

describe('what is drawn', () => {
  it('covers the view and stays small, wherever it is scrolled', () => {
    const free = Array.from({ length: 50 }, (_column, index) => ({
      column: { key: `${index}`, title: '', width: 120, render: () => null },
      width: 120,
      left: index * 120,
    }))
    fc.assert(
      fc.property(fc.nat(99_960), fc.nat(4800), (firstRow, scrollLeft) => {
        const shown = {
          row: firstRow - (firstRow % 4),
          left: scrollLeft - (scrollLeft % 120),
          width: 1200,
          height: 640,
        }
        const { start, end } = rowsInView(shown, 32, 100_000)
        expect(start).toBeLessThanOrEqual(firstRow)
        expect(end).toBeGreaterThanOrEqual(Math.min(100_000, firstRow + 21))
        expect(end - start).toBeLessThan(50)
        const slice = columnsInView(shown, free, 6000)
        const drawn = slice.columns.reduce((sum, { width }) => sum + width, 0)
        expect(slice.before + drawn + slice.after).toBe(6000)
        expect(slice.before).toBeLessThanOrEqual(scrollLeft)
        expect(slice.before + drawn).toBeGreaterThanOrEqual(Math.min(6000, scrollLeft + 1200))
        expect(slice.columns.length).toBeLessThan(20)
      }),
    )
  })

  it.each([
    [0, 5],
    [505, 5],
    [554, 6],
    [900, 13],
    [1440, 24],
  ])('a window of %i px has pages of %i rows', (height, rows) => {
    expect(pageSizeFor(height)).toBe(rows)
  })

  it('widths that columns of one kind share', () => {
    expect(COLUMN_WIDTHS).toMatchObject({ id: 80, roleId: 120, time: 160, orderId: 180, deviceId: 350 })
  })
})
