import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CDPSession, Page } from 'playwright-core'
import { startBrowser } from './tools/browser.ts'
import { makeLargePlayer, typeKeys } from './tools/large-player.ts'
import { median, type Result } from './tools/result.ts'
import { interleave, rowOf } from './tools/rounds.ts'

const ROWS = 100_000
const ROUNDS = 3
const SECONDS = 4
/** Pixels a frame: some 75 rows a second at 60 frames. */
const STEP = 40
/** A frame that took longer than one and a half of 60 Hz is seen as a jerk; above two it is seen by everybody. */
const JERK_MS = 25
const LONG_MS = 33.4

const BARE = `<div style="height:90vh;overflow:auto"><div style="height:3000000px"></div></div>`

/** Opens the table of the large player and leaves the grid ready. */
async function openGrid(page: Page, uId: string): Promise<void> {
  await page.evaluate(`location.hash = '#/index/${uId}?uId=${uId}'`)
  const view = page.locator('main [data-tab]:visible')
  await view.locator('button[data-module="Archive"]').click({ timeout: 60_000 })
  await view.getByRole('grid').waitFor({ timeout: 60_000 })
}

/** Scrolls down frame by frame; answers how long each frame took. */
async function scrollFrames(page: Page, scroller: string): Promise<number[]> {
  await page.bringToFront()
  return page.evaluate<number[]>(`(async () => {
    const box = ${scroller}
    box.scrollTop = 0
    const deltas = []
    const frame = () => new Promise((done) => requestAnimationFrame(done))
    let last = await frame()
    const end = last + ${SECONDS * 1000}
    while (last < end) {
      box.scrollTop += ${STEP}
      const now = await frame()
      deltas.push(now - last)
      last = now
    }
    return deltas
  })()`)
}

const share = (deltas: readonly number[], most: number): number =>
  (deltas.filter((delta) => delta > most).length / deltas.length) * 100

async function taskSeconds(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
}

const GRID = `[...document.querySelectorAll('[role=grid]')].find((grid) => grid.offsetParent !== null)`

async function gridRound(page: Page, devtools: CDPSession): Promise<number[]> {
  const before = await taskSeconds(devtools)
  const deltas = await scrollFrames(page, GRID)
  const cpuMs = (((await taskSeconds(devtools)) - before) * 1000) / deltas.length
  return [median(deltas), share(deltas, JERK_MS), share(deltas, LONG_MS), cpuMs]
}

/** Types into a cell of the first rows and leaves it as it was. */
async function cellRound(page: Page): Promise<number[]> {
  await page.bringToFront()
  await page.locator('[role=grid]:visible').focus()
  await page.keyboard.press('Control+Home')
  for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  const key = await typeKeys(page, 'a'.repeat(30))
  await page.keyboard.press('Escape')
  return [key]
}

/** A table of 100,000 rows in the editor: frames while it scrolls, beside an empty page that scrolls, and keys in a cell. */
export async function measure(): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'qd-bench-'))
  const { uId, bytes, start } = await makeLargePlayer(folder, ROWS)
  const under = await startBrowser({ console: start })
  try {
    const bare = await under.blank()
    await bare.setContent(BARE)
    await openGrid(under.page, uId)
    const devtools = await under.page.context().newCDPSession(under.page)
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    const units = ['ms p50', `% > ${JERK_MS} ms`, `% > ${LONG_MS} ms`, 'ms CPU']
    const rows = await interleave(
      [
        {
          who: 'empty page',
          units: units.slice(0, 2),
          async round() {
            const deltas = await scrollFrames(bare, `document.querySelector('div')`)
            return [median(deltas), share(deltas, JERK_MS)]
          },
        },
        { who: 'grid', units, round: () => gridRound(under.page, devtools) },
        { who: 'cell', units: ['ms key'], round: () => cellRound(under.page) },
      ],
      ROUNDS,
    )
    const figure = (who: string, unit: string): number => median(rowOf(rows, who, unit).rounds)
    return {
      rows,
      verdicts: [
        { what: 'a frame, half of them', figure: figure('grid', 'ms p50'), unit: 'ms', goal: '<= 16.8' },
        { what: 'main thread for a frame', figure: figure('grid', 'ms CPU'), unit: 'ms CPU', goal: '<= 16' },
        { what: 'a key in a cell', figure: figure('cell', 'ms key'), unit: 'ms', goal: '<= 50' },
      ],
      notes: [
        `${ROWS} rows of 12 columns, ${(bytes / 1e6).toFixed(0)} MB; frames are drawn in software, without a graphics card.`,
        `Load of the machine: ${loadavg()[0]?.toFixed(1)}.`,
      ],
    }
  } finally {
    await under.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
