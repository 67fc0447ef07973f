import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  constructTable,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
} from '@tanstack/table-core'
import { storeReactivityBindings } from '@tanstack/table-core/store-reactivity-bindings'
import { Virtualizer, elementScroll, observeElementOffset, observeElementRect } from '@tanstack/virtual-core'
import { columnsInView, placeColumns, rowsInView, sortRows } from '@qd/web-tables/core'
import { median, medianShare, type Result, type Row } from './tools/result.ts'

const ROWS = 100_000
const COLUMNS = 12
const ROUNDS = 7
const ROW_HEIGHT = 34
const SORTED_BY = 'f3'

type Record12 = Record<string, number>

const keys = Array.from({ length: COLUMNS }, (_, column) => `f${column}`)
const rows: Record12[] = Array.from({ length: ROWS }, (_, row) =>
  Object.fromEntries(keys.map((key, column) => [key, (row * 7919 + column * 104_729) % ROWS])),
)

/** What a grid has to know before it draws: columns in their places, rows in order, the rows in view. */
function ours(): unknown {
  const columns = keys.map((key) => ({ key, title: key, width: 120, render: () => null }))
  const placement = placeColumns(columns, { pinned: { f0: true } }, 1200)
  const slice = columnsInView({ left: 0, width: 1200 }, placement.free, placement.freeWidth)
  const order = sortRows(rows, (a, b) => a[SORTED_BY]! - b[SORTED_BY]!, false)
  const shown = rowsInView({ row: 5_000, left: 0, width: 1200, height: 800 }, ROW_HEIGHT, order.length)
  return { slice, order, drawn: order.slice(shown.start, shown.end) }
}

function tanstack(): unknown {
  const features = tableFeatures({
    coreReactivityFeature: storeReactivityBindings(),
    rowSortingFeature,
    columnSizingFeature,
    columnPinningFeature,
    columnOrderingFeature,
    columnVisibilityFeature,
    sortedRowModel: createSortedRowModel(),
    sortFns: { basic: sortFn_basic },
  })
  const table = constructTable({
    features,
    data: rows,
    columns: keys.map((key) => ({ id: key, accessorKey: key, size: 120, sortFn: 'basic' as const })),
    initialState: { sorting: [{ id: SORTED_BY, desc: false }] },
  })
  const order = table.getRowModel().rows
  const virtualizer = new Virtualizer({
    count: order.length,
    estimateSize: () => ROW_HEIGHT,
    getScrollElement: () => null,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    initialOffset: 5_000 * ROW_HEIGHT,
    initialRect: { width: 1200, height: 800 },
  })
  return { table, total: virtualizer.getTotalSize(), order }
}

/** Milliseconds, and megabytes of heap that stay while the grid is open. */
function take(open: () => unknown, ms: Row, heap: Row): void {
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  const start = performance.now()
  const grid = open()
  ms.rounds.push(performance.now() - start)
  globalThis.gc?.()
  heap.rounds.push(Math.max(0.1, (process.memoryUsage().heapUsed - before) / 1e6))
  if (grid === null) throw new Error('nothing opened')
}

/** The headless core of our grids beside table-core and virtual-core: 100,000 rows of 12 columns, sorted, one window. */
export async function measure(): Promise<Result> {
  const { setFlagsFromString } = await import('node:v8')
  const { runInNewContext } = await import('node:vm')
  // Heap that stays can only be told from heap to be freed after a collection.
  setFlagsFromString('--expose_gc')
  globalThis.gc ??= runInNewContext('gc') as typeof globalThis.gc
  const row = (who: string, unit: string): Row => ({ who, unit, rounds: [] })
  const [ourMs, theirMs] = [row('core of web-tables', 'ms'), row('table-core and virtual-core', 'ms')]
  const [ourHeap, theirHeap] = [row('core of web-tables', 'MB'), row('table-core and virtual-core', 'MB')]
  for (let round = 0; round < ROUNDS; round += 1) {
    take(ours, ourMs, ourHeap)
    take(tanstack, theirMs, theirHeap)
  }
  const share = medianShare(ourMs, theirMs)
  return {
    rows: [ourMs, theirMs, ourHeap, theirHeap],
    verdicts: [
      { what: 'time to open and sort, of that of the libraries', figure: share, unit: '%', goal: '<= 50' },
      { what: 'heap while open', figure: median(ourHeap.rounds), unit: 'MB', goal: '<= 5' },
    ],
  }
}
