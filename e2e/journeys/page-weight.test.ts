import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from '../support/browser.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { WORDS, inView, openPlayer, signIn } from '../support/steps.ts'

/** Requests of a page that is opened with nothing in the cache. */
const MOST = 40
const words = WORDS.cn
let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.end())

/** Counts what the network is asked for from here on, and which scripts. */
function counted(page: Page): { all: number; scripts: string[] } {
  const asked = { all: 0, scripts: [] as string[] }
  page.on('request', (request) => {
    asked.all += 1
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js')) asked.scripts.push(pathname)
  })
  return asked
}

/** Forgets the files, but stays signed in. */
async function withoutCache(page: Page): Promise<void> {
  const debug = await page.context().newCDPSession(page)
  await debug.send('Network.clearBrowserCache')
}

test('with nothing in the cache, sign-in, home and a player take few requests', async () => {
  const { page, context } = await world.visit()
  const ofLogin = counted(page)
  await page.goto('/')
  await page.getByLabel(words.username, { exact: true }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(ofLogin.all).toBeLessThanOrEqual(MOST / 2)
  // What stands behind sign-in is not loaded before it.
  expect(ofLogin.scripts.filter((path) => /\/(?:shell|common|player)-/.test(path))).toEqual([])
  await signIn(page, words, 'operator')
  await inView(page).first().waitFor()

  await withoutCache(page)
  const ofHome = counted(page)
  await page.reload()
  await inView(page).getByText(words.recent).waitFor()
  await page.waitForLoadState('networkidle')
  expect(ofHome.all).toBeLessThanOrEqual(MOST)

  await openPlayer(page, words, '30123000045')
  await withoutCache(page)
  const ofPlayer = counted(page)
  await page.reload()
  await inView(page).getByText('uId 30123000045').first().waitFor()
  await page.waitForLoadState('networkidle')
  expect(ofPlayer.all).toBeLessThanOrEqual(MOST)
  await context.close()
})
