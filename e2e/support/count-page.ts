import type { BrowserContext, Page } from 'playwright-core'

export interface PageCounts {
  nodes: number
  listeners: number
}

/** What the page holds once all that nobody refers to is gone. */
export async function countPage(context: BrowserContext, page: Page): Promise<PageCounts> {
  const debug = await context.newCDPSession(page)
  // What only a finished frame lets go of needs a second pass.
  for (let pass = 0; pass < 3; pass += 1) {
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
    await debug.send('HeapProfiler.collectGarbage')
  }
  const { nodes, jsEventListeners } = await debug.send('Memory.getDOMCounters')
  await debug.detach()
  return { nodes, listeners: jsEventListeners }
}
