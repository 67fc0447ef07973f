import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startWorld } from './support/start-world.ts'
import type { Page } from './support/browser.ts'
import { WORDS, button, openModule, openPlayer, selectServer, signIn } from './support/steps.ts'

// The pictures of README, from the real screens: run it again when they change.
const folder = join(import.meta.dirname, '../docs/images')
const PLAYER = '30123000045'
const TEST_LINE = { operator: 'Northwind', line: '测试线', server: 'S123' }
const words = WORDS.cn

async function take(page: Page, name: string): Promise<void> {
  // Messages and blinking cursors would make every picture another one.
  await page.evaluate('document.activeElement?.blur()')
  await page.waitForTimeout(1_500)
  await page.screenshot({ path: join(folder, `${name}.png`) })
  console.log(`docs/images/${name}.png`)
}

/** Leaves an ordinary and a sensitive change pending, checked by the game. */
async function editSomething(page: Page): Promise<void> {
  await openModule(page, 'currency')
  const diamonds = page.getByRole('textbox', { name: /diamond/ })
  await diamonds.fill(String(Number((await diamonds.inputValue()).replaceAll(/\D/g, '')) + 2_000))
  await diamonds.press('Enter')
  await openModule(page, 'bag')
  await page.getByRole('row').nth(7).locator('[role="gridcell"],[role="cell"]').nth(4).dblclick()
  await page.keyboard.type('680')
  await page.keyboard.press('Enter')
  await button(page, words.check).click()
}

mkdirSync(folder, { recursive: true })
const world = await startWorld()
try {
  const { page: light } = await world.visit()
  await light.goto('/')
  await light.getByLabel(words.username, { exact: true }).waitFor()
  await take(light, 'login')
  await signIn(light, words, 'admin')
  await selectServer(light, words, TEST_LINE)
  await openPlayer(light, words, '30123000046')
  await openPlayer(light, words, PLAYER)
  await editSomething(light)
  await take(light, 'editor-light')

  const { page: home } = await world.visit()
  await signIn(home, words, 'admin')
  await selectServer(home, words, TEST_LINE)
  await take(home, 'home')

  const { page: dark } = await world.visit({ theme: 'dark' })
  await signIn(dark, words, 'admin')
  await openPlayer(dark, words, PLAYER)
  await editSomething(dark)
  await take(dark, 'editor-dark')

  const { page: phone } = await world.visit({ width: 390, height: 844 })
  await signIn(phone, words, 'admin', `/#/index/${PLAYER}?uId=${PLAYER}`).catch(() => undefined)
  await phone.locator('h1').waitFor()
  await take(phone, 'phone')
} finally {
  await world.end()
}
process.exit(0)
