import { mkdirSync } from 'node:fs'
import { takeApprovals } from './pictures/approvals.ts'
import { takeAdministration } from './pictures/administration.ts'
import { PICTURES, PLAYER, TEST_LINE, take, words } from './pictures/take.ts'
import { takeRedis, takeRedisAnalysis, takeRedisServer } from './pictures/redis.ts'
import { takeSimulator } from './pictures/simulator.ts'
import { takeWork } from './pictures/work.ts'
import type { Page } from './support/browser.ts'
import { startWorld } from './support/start-world.ts'
import { button, openModule, openPlayer, selectServer, signIn } from './support/steps.ts'

// The pictures of README, from the real screens: run it again when they change.

/** Leaves an ordinary and a sensitive change pending, checked by the game. */
async function editSomething(page: Page, count: string): Promise<void> {
  await openModule(page, 'currency')
  const diamonds = page.getByRole('textbox', { name: /diamond/ })
  await diamonds.fill(String(Number((await diamonds.inputValue()).replaceAll(/\D/g, '')) + 2_000))
  await diamonds.press('Enter')
  await openModule(page, 'bag')
  await page.getByRole('row').nth(7).locator('[role="gridcell"],[role="cell"]').nth(4).dblclick()
  await page.keyboard.type(count)
  await page.keyboard.press('Enter')
  await button(page, words.check).click()
}

mkdirSync(PICTURES, { recursive: true })
const world = await startWorld({ withRedis: true })
try {
  const { page: light } = await world.visit()
  await light.goto('/')
  await light.getByLabel(words.username, { exact: true }).waitFor()
  await take(light, 'login')
  await signIn(light, 'admin')
  await selectServer(light, words, TEST_LINE)
  await openPlayer(light, words, '30123000046')
  await openPlayer(light, words, PLAYER)
  await editSomething(light, '680')
  await take(light, 'editor-light')
  await light.getByRole('textbox', { name: words.reason }).fill('工单 4711：误删道具补回')
  await button(light, words.submit).click()
  await light.waitForTimeout(3_000)
  await takeAdministration(light)

  const { page: work } = await world.visit()
  await signIn(work, 'admin')
  await takeWork(work)

  const { page: simulator } = await world.visit()
  await signIn(simulator, 'developer')
  await takeSimulator(simulator)

  for (const theme of ['dark', 'light'] as const) {
    const { page: redis } = await world.visit({ theme })
    await signIn(redis, 'developer')
    await takeRedis(redis, `redis-${theme}`)
    await (theme === 'dark' ? takeRedisServer : takeRedisAnalysis)(redis)
  }

  const { page: home } = await world.visit()
  await signIn(home, 'admin')
  await selectServer(home, words, TEST_LINE)
  await take(home, 'home')

  const { page: dark } = await world.visit({ theme: 'dark' })
  await signIn(dark, 'admin')
  await openPlayer(dark, words, PLAYER)
  await editSomething(dark, '720')
  await take(dark, 'editor-dark')

  const { page: phone } = await world.visit({ width: 390, height: 844 })
  await signIn(phone, 'admin', `/#/index/${PLAYER}?uId=${PLAYER}`).catch(() => undefined)
  await phone.locator('h1').waitFor()
  await take(phone, 'phone')
} finally {
  await world.end()
}
const asking = await startWorld({ withApprovals: true })
try {
  await takeApprovals(asking)
} finally {
  await asking.end()
}
process.exit(0)
