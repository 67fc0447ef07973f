import { ThemeProvider, startTexts } from '@qd/web-base'
import { createQueryClient } from '@qd/web-calls'
import { DataTable } from '@qd/web-tables'
import type { DataColumn } from '@qd/web-tables'
import '@qd/web-base/theme.css'
import { QueryClientProvider } from '@tanstack/react-query'
import type { CSSProperties, ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

const ROWS = 100_000
const COLUMNS = 50
const WIDTH = 120
const HEIGHT = 32
const BOX: CSSProperties = { width: 1200, height: 700 }

interface Row {
  id: number
}

const rows: Row[] = Array.from({ length: ROWS }, (_row, id) => ({ id }))
const columns = Array.from({ length: COLUMNS }, (_column, index): DataColumn<Row> => ({
  key: `c${index}`,
  title: `Column ${index}`,
  width: WIDTH,
  isFixed: index === 0,
  render: (row) => `${row.id} / ${index}`,
}))

function Table(): ReactNode {
  return (
    <div style={BOX}>
      <DataTable name="bench" label="bench" columns={columns} rows={rows} rowKey={(row) => String(row.id)} />
    </div>
  )
}

/** As many cells as a view has, standing still, above a ground of the same length. */
function Bare(): ReactNode {
  return (
    <div role="grid" style={{ ...BOX, overflow: 'auto' }}>
      <div style={{ position: 'sticky', top: 0, height: 0 }}>
        {Array.from({ length: 21 }, (_row, row) => (
          <div key={row} style={{ display: 'flex', height: HEIGHT }}>
            {Array.from({ length: 11 }, (_cell, cell) => (
              <div key={cell} style={{ width: WIDTH }}>{`${row} / ${cell}`}</div>
            ))}
          </div>
        ))}
      </div>
      <div style={{ height: ROWS * HEIGHT }} />
    </div>
  )
}

/** Scrolls down by `step` pixels a frame and resolves with the milliseconds between the frames. */
function scrollFrames(seconds: number, step: number): Promise<number[]> {
  return new Promise((resolve) => {
    const grid = document.querySelector('[role=grid]')!
    const times: number[] = []
    const onFrame = (time: number) => {
      times.push(time)
      grid.scrollTop += step
      if (time - times[0]! < seconds * 1000) requestAnimationFrame(onFrame)
      else resolve(times.slice(1).map((at, index) => at - times[index]!))
    }
    requestAnimationFrame(onFrame)
  })
}
Object.assign(window, { scrollFrames })

await startTexts(
  async (_namespace, language) =>
    (await import(`../../../packages/web-base/locales/${language}.json`)).default,
  'en',
  ['kit'],
)
createRoot(document.querySelector('#root')!).render(
  <QueryClientProvider client={createQueryClient()}>
    <ThemeProvider>{window.location.hash === '#bare' ? <Bare /> : <Table />}</ThemeProvider>
  </QueryClientProvider>,
)
