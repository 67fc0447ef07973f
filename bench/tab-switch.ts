import { join } from 'node:path'
import { build } from 'vite'
import type { Page } from 'playwright-core'
import { openPlayers, startBrowser } from './tools/browser.ts'
import { median, type Result } from './tools/result.ts'
import { interleave, rowOf, type Contender } from './tools/rounds.ts'

const ROUNDS = 5
const TABS = 10
const root = join(import.meta.dirname, '..')

/** Runs in the page: from the click to the frame that shows the other tab, for each tab in turn. */
const SWITCHING = `(async () => {
  const painted = () => new Promise((done) => requestAnimationFrame(() => {
    const channel = new MessageChannel()
    channel.port1.onmessage = done
    channel.port2.postMessage(0)
  }))
  const tabs = [...document.querySelectorAll('[data-tab-id]')].map((tab) => tab.getAttribute('data-tab-id'))
  const times = []
  for (const id of [...tabs, ...tabs]) {
    const tab = document.querySelector('[data-tab-id="' + CSS.escape(id) + '"]')
    const page = document.querySelector('main [data-tab="' + CSS.escape(id) + '"]')
    if (page === null || page.offsetParent !== null) continue
    const start = performance.now()
    const link = tab.querySelector('a') ?? tab
    link.click()
    while (page.offsetParent === null) await painted()
    times.push(performance.now() - start)
    await new Promise((done) => requestIdleCallback(done, { timeout: 1000 }))
  }
  return times
})()`

async function peerScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    root,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: join(root, 'bench/peers/two-divs.tsx'), formats: ['iife'], name: 'peer' },
    },
  })
  const [first] = Array.isArray(built) ? built : [built]
  return (first as unknown as { output: { code: string }[] }).output[0]!.code
}

function switching(who: string, page: Page): Contender {
  return {
    who,
    units: ['ms'],
    async round() {
      await page.bringToFront()
      return [median((await page.evaluate(SWITCHING)) as number[])]
    },
  }
}

/** Switching between ten living editors, beside an empty page of React switching two lines of text. */
export async function measure(): Promise<Result> {
  const under = await startBrowser()
  try {
    // Home is one of the ten that live.
    for (let turn = 0; turn < 2; turn += 1) await openPlayers(under.page, TABS - 1)
    const peer = await under.blank()
    await peer.addScriptTag({ content: await peerScript() })
    await peer.locator('main div').first().waitFor()
    const contenders = [switching('two lines of text', peer), switching('ten living editors', under.page)]
    const rows = await interleave(contenders, ROUNDS)
    const ms = median(rowOf(rows, 'ten living editors', 'ms').rounds)
    return { rows, verdicts: [{ what: 'switch of tabs', figure: ms, unit: 'ms', goal: '<= 100' }] }
  } finally {
    await under.stop()
  }
}
