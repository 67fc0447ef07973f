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

/** What the network is asked for from here on; a file that was loaded early is told again when it is used. */
function requestsOf(page: Page) {
  const files = new Set<string>()
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    // The first file of a page: all before it, the page itself excepted, was still asked by the page that was left.
    if (/\/first-paint-\w+\.css$/.test(pathname)) {
      files.clear()
      calls.splice(0, Infinity, '/')
    }
    if (pathname.startsWith('/assets/')) files.add(pathname)
    else calls.push(`${pathname}${search} ${request.postData() ?? ''}`)
  })
  return {
    all: () => [...files, ...calls],
    /** Of each call the path, as it was asked. */
    calls: () => calls.map((address) => address.replace(/^\/line\/[^/]+|[? ].*/g, '')),
    scripts: () => [...files].filter((path) => path.endsWith('.js')),
  }
}

/** The live connection stands by then: its opening asks for no menu and no option list again. */
function expectOnce(asked: string[]): void {
  const lists = asked.filter((each) => /^\/(?:platform\/(?:menu|game|partner)|partner)\//.test(each))
  expect(lists).not.toEqual([])
  expect(lists.filter((each, at) => lists.indexOf(each) !== at)).toEqual([])
}

function expectFew(asked: string[], most: number): void {
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(most)
}

/** Forgets the files, but stays signed in. */
async function withoutCache(page: Page): Promise<void> {
  const debug = await page.context().newCDPSession(page)
  await debug.send('Network.clearBrowserCache')
}

test('with nothing in the cache, sign-in, home and a player take few requests', async () => {
  const { page, context } = await world.visit()
  const ofLogin = requestsOf(page)
  await page.goto('/')
  await page.getByLabel(words.username, { exact: true }).waitFor()
  await page.waitForLoadState('networkidle')
  expectFew(ofLogin.all(), MOST / 2)
  // What stands behind sign-in is not loaded before it.
  expect(ofLogin.scripts().filter((path) => /\/(?:shell|common|player)-/.test(path))).toEqual([])
  await signIn(page, 'operator')
  await inView(page).first().waitFor()

  await withoutCache(page)
  const ofHome = requestsOf(page)
  await page.reload()
  await inView(page).getByText(words.recent).waitFor()
  await page.waitForLoadState('networkidle')
  expectFew(ofHome.all(), MOST)
  expectOnce(ofHome.all())

  await openPlayer(page, words, '30123000045')
  await withoutCache(page)
  const ofPlayer = requestsOf(page)
  await page.reload()
  await inView(page).getByText('uId 30123000045').first().waitFor()
  await page.waitForLoadState('networkidle')
  expectFew(ofPlayer.all(), MOST)
  expectOnce(ofPlayer.all())
  // Where the player is and their data is asked for before the program is there, and not again by it.
  expect(ofPlayer.calls().slice(0, 4)).toEqual(['/', '/adjust/lookup', '/adjust/tipProtocol', '/adjust/get'])
  await context.close()
})
