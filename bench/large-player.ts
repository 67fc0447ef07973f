import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { startBrowser } from './tools/browser.ts'
import { LARGE_ROWS, makeLargePlayer, typeKeys } from './tools/large-player.ts'
import { startReady } from './tools/ready-process.ts'
import { median, type Result } from './tools/result.ts'
import { interleave, rowOf } from './tools/rounds.ts'

const ROUNDS = 5
const KEYS = 40
const inView = (page: Page) => page.locator('main [data-tab]:visible')

/** From the address to the list of modules with the large one in it. */
async function open(page: Page, uId: string): Promise<number> {
  await page.bringToFront()
  await page.evaluate("location.hash = '#/index'")
  await page.reload()
  await inView(page).first().waitFor()
  return (await page.evaluate(`(async () => {
    const start = performance.now()
    location.hash = '#/index/${uId}?uId=${uId}'
    const isThere = () => [...document.querySelectorAll('main [data-tab]')]
      .some((tab) => tab.offsetParent !== null && tab.textContent.includes('${LARGE_ROWS.toLocaleString('en')}'))
    while (!isThere()) await new Promise((done) => requestAnimationFrame(done))
    return performance.now() - start
  })()`)) as number
}

async function openBare(page: Page): Promise<number[]> {
  await page.bringToFront()
  return [(await page.evaluate('open()')) as number]
}

/** From each key to the frame that shows it, in a text field of the open player. */
async function keystroke(page: Page): Promise<number> {
  await page.bringToFront()
  await inView(page).getByLabel('签名').first().click()
  return typeKeys(page, 'a'.repeat(KEYS))
}

/** A player of 10 MB in the editor, beside a bare page that fetches and parses the same table from memory. */
export async function measure(): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'qd-bench-'))
  const { uId, bytes, start } = await makeLargePlayer(folder)
  const peer = await startReady(join(import.meta.dirname, 'peers/large-page.ts'), {
    args: [String(LARGE_ROWS)],
  })
  const under = await startBrowser({ console: start })
  try {
    const bare = await under.blank()
    await bare.goto(peer.url)
    const opening = await interleave(
      [
        {
          who: 'bare page',
          units: ['ms open'],
          round: () => openBare(bare),
        },
        { who: 'editor', units: ['ms open'], round: async () => [await open(under.page, uId)] },
      ],
      ROUNDS,
    )
    const strokes = await interleave(
      [{ who: 'editor', units: ['ms key'], round: async () => [await keystroke(under.page)] }],
      ROUNDS,
    )
    const openMs = median(rowOf(opening, 'editor', 'ms open').rounds)
    const keyMs = median(rowOf(strokes, 'editor', 'ms key').rounds)
    return {
      rows: [...opening, ...strokes],
      verdicts: [
        { what: 'opening', figure: openMs, unit: 'ms', goal: '<= 1000' },
        { what: 'a key stroke', figure: keyMs, unit: 'ms', goal: '<= 50' },
      ],
      notes: [`The player has ${(bytes / 1e6).toFixed(1)} MB, ${LARGE_ROWS} rows of them in one table.`],
    }
  } finally {
    await under.stop()
    await peer.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
