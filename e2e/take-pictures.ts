import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startWorld } from './support/start-world.ts'
import type { Page } from './support/browser.ts'
import { WORDS, button, inView, openModule, openPlayer, selectServer, signIn } from './support/steps.ts'

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

/** People, their rights, what they did, the servers: a tab each. */
async function takeAdministration(page: Page): Promise<void> {
  const choose = (name: string | RegExp) => page.getByRole('row', { name }).first().click()
  await page.goto('/#/users')
  await choose(/operator/)
  await page
    .getByRole('heading', { name: /权限/ })
    .first()
    .waitFor()
  await take(page, 'users')
  await page.goto('/#/roles')
  await inView(page)
    .getByRole('button', { name: /运营/ })
    .first()
    .click()
  await inView(page)
    .getByRole('button', { name: /^数据编辑/ })
    .click()
  await take(page, 'roles')
  await page.goto('/#/catalogue')
  await inView(page).getByRole('button', { name: TEST_LINE.line }).first().click()
  await choose(/潮汐之门/)
  await take(page, 'catalogue')
  await page.goto('/#/audit')
  await choose(/30123000045/)
  await page.getByRole('region', { name: '详情' }).waitFor()
  await take(page, 'audit')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: '命令面板' }).getByRole('combobox').fill('cx')
  await page.waitForTimeout(500)
  await take(page, 'palette')
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
  await light.getByRole('textbox', { name: words.reason }).fill('工单 4711：误删道具补回')
  await button(light, words.submit).click()
  await light.waitForTimeout(3_000)
  await takeAdministration(light)

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
