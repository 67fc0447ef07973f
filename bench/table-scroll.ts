import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { chromium, type Browser, type CDPSession } from 'playwright-core'
import { build, preview } from 'vite'
import { median, medianShare, type Result, type Row } from './tools/result.ts'

const ROUNDS = 3
const SECONDS = 4
/** Pixels a frame: some 75 rows a second at 60 frames. */
const STEP = 40
/** A frame that took longer than one and a half of 60 Hz is seen as a jerk. */
const JERK_MS = 25

interface Frames {
  perSecond: number
  /** Share of jerks, in per cent. */
  jerks: number
  /** CPU time of the page's main thread for one frame; other work on the machine does not count. */
  cpuMs: number
}

async function taskSeconds(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
}

/** Scrolls down frame by frame and notes when the frames came. */
async function scroll(browser: Browser, url: string): Promise<Frames> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 760 } })
  await page.goto(url)
  await page.waitForSelector('[role=grid]')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const before = await taskSeconds(devtools)
  const deltas = await page.evaluate<number[]>(`scrollFrames(${SECONDS}, ${STEP})`)
  const cpuMs = (((await taskSeconds(devtools)) - before) * 1000) / deltas.length
  await page.close()
  const total = deltas.reduce((sum, delta) => sum + delta, 0)
  const jerks = deltas.filter((delta) => delta > JERK_MS).length
  return { perSecond: (deltas.length / total) * 1000, jerks: (jerks / deltas.length) * 100, cpuMs }
}

/** Frames of the large table (100,000 rows, 50 columns) while it scrolls, beside a page that draws nothing new. */
export async function measure(): Promise<Result> {
  const outDir = mkdtempSync(join(tmpdir(), 'qd-bench-'))
  const root = join(import.meta.dirname, 'pages/table-scroll')
  const settings = { root, configFile: false as const, logLevel: 'silent' as const, plugins: [react()] }
  await build({ ...settings, base: './', build: { outDir, emptyOutDir: true, target: 'es2023' } })
  const server = await preview({ ...settings, build: { outDir }, preview: { port: 0 } })
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  const url = server.resolvedUrls!.local[0]!
  const fps: Record<'table' | 'bare', Row> = {
    table: { who: 'table, 100,000 x 50', unit: 'frames/s', rounds: [] },
    bare: { who: 'bare page, nothing drawn anew', unit: 'frames/s', rounds: [] },
  }
  const jerks: Row = { who: 'table, 100,000 x 50', unit: '% jerks', rounds: [] }
  const cpu: Row = { who: 'table, 100,000 x 50', unit: 'ms CPU/frame', rounds: [] }
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      fps.bare.rounds.push((await scroll(browser, `${url}#bare`)).perSecond)
      const frames = await scroll(browser, url)
      fps.table.rounds.push(frames.perSecond)
      jerks.rounds.push(frames.jerks)
      cpu.rounds.push(frames.cpuMs)
    }
  } finally {
    await browser.close()
    await server.close()
    rmSync(outDir, { recursive: true, force: true })
  }
  return {
    rows: [fps.table, fps.bare, jerks, cpu],
    verdicts: [
      { what: 'main thread for a frame', figure: median(cpu.rounds), unit: 'ms CPU', goal: '<= 8' },
      { what: 'frames while scrolling', figure: median(fps.table.rounds), unit: '/s', goal: '>= 58' },
      { what: 'of the bare page', figure: medianShare(fps.table, fps.bare), unit: '%', goal: '>= 95' },
    ],
  }
}
