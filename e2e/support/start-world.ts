import { startTestConsole } from '@qd/app-server/testing'
import type { TestConsole } from '@qd/app-server/testing'
import { assertNoFaults, launchBrowser, newVisitor } from './browser.ts'
import type { Browser, PageOptions, Visitor } from './browser.ts'

export interface World {
  running: TestConsole
  browser: Browser
  visit(options?: PageOptions): Promise<Visitor>
  end(): Promise<void>
}

/** The whole product: console with built pages, sandbox game servers, a real browser. */
export async function startWorld(): Promise<World> {
  const [running, browser] = await Promise.all([startTestConsole(), launchBrowser()])
  return {
    running,
    browser,
    visit: (options) => newVisitor(browser, running.url, options),
    async end() {
      await browser.close()
      await running.dispose()
      assertNoFaults(browser)
    },
  }
}
