import { OWN_PROCESSES, startTestConsole } from '@qd/app-server/testing'
import type { TestConsole } from '@qd/app-server/testing'
import { assertNoFaults, closeWindows, newVisitor, sharedBrowser } from './browser.ts'
import type { Browser, PageOptions, Visitor } from './browser.ts'

export interface World {
  running: TestConsole
  browser: Browser
  visit(options?: PageOptions): Promise<Visitor>
  end(): Promise<void>
}

/** Heartbeats so quick that a journey can wait for them to end. */
const QUICK = { heartbeatMs: 500, times: { silentAfterMs: 4_000, watchEveryMs: 500 } }

/** The whole product: console with built pages, sandbox game servers, a real browser. */
export async function startWorld({
  hasQuickHeartbeats = false,
  /** Game servers that a journey stops or kills by their process. */
  withGameProcesses = false,
  withRedis = false,
  withApprovals = false,
} = {}): Promise<World> {
  const settings = { QD_SANDBOX_APPROVALS: withApprovals ? 'on' : 'off' }
  const sandbox = { playersPerServer: 50, withRedis, ...(withGameProcesses ? OWN_PROCESSES : {}) }
  const starting = hasQuickHeartbeats
    ? startTestConsole(settings, { ...sandbox, heartbeatMs: QUICK.heartbeatMs }, undefined, QUICK.times)
    : startTestConsole(settings, sandbox)
  const [running, browser] = await Promise.all([starting, sharedBrowser()])
  return {
    running,
    browser,
    visit: (options) => newVisitor(browser, running.url, options),
    async end() {
      await closeWindows(browser)
      await running.dispose()
      assertNoFaults(browser)
    },
  }
}
