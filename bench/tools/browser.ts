import { world } from '@qd/sandbox'
import { chromium } from 'playwright-core'
import type { Page } from 'playwright-core'
import { buildWeb } from '../../scripts/build-web.ts'
import { startConsole, type ConsoleUnderTest } from './console-under-test.ts'

export interface BrowserUnderTest {
  /** An empty page beside the console's. */
  blank(): Promise<Page>
  /** The console, signed in. */
  page: Page
  /** Bytes of the console's heap after a full collection. */
  heap(): Promise<number>
  stop(): Promise<void>
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/#/index`)
  await page.locator('input').first().fill('admin')
  await page.locator('input[type=password]').fill(world.accountPassword)
  await page.locator('button[type=submit]').click()
  await page.locator('main [data-tab]:visible').waitFor()
}

/** The built pages of a console in Chromium. */
export async function startBrowser(
  options: { flags?: string[]; console?: () => Promise<ConsoleUnderTest> } = {},
): Promise<BrowserUnderTest> {
  await buildWeb()
  const running = await (options.console ?? startConsole)()
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', ...(options.flags ?? [])],
  })
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await signIn(page, running.url)
  const debug = await context.newCDPSession(page)
  return {
    page,
    blank: () => context.newPage(),
    async heap() {
      for (let pass = 0; pass < 3; pass += 1) {
        await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
        await debug.send('HeapProfiler.collectGarbage')
      }
      return (await debug.send('Runtime.getHeapUsage')).usedSize
    },
    async stop() {
      await browser.close()
      await running.stop()
    },
  }
}

/** Opens the first players of the first sandbox server, each in a tab of its own. */
export async function openPlayers(page: Page, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const uId = String(10_001_000_001 + at)
    await page.evaluate(`location.hash = '#/index/${uId}?uId=${uId}'`)
    await page.locator('main [data-tab]:visible').getByText(`uId ${uId}`).first().waitFor()
  }
}

/** Closes all tabs but the pinned home by the menu of the bar. */
export async function closePlayers(page: Page): Promise<void> {
  await page.locator('[data-tab-id] a').first().focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menu').locator('[role=separator] + [role=menuitem]').first().click()
  await page.locator('main [data-tab]').nth(1).waitFor({ state: 'detached' })
}
