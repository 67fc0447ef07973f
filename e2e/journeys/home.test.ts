import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from '../support/browser.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import {
  WORDS,
  button,
  inView,
  openModule,
  openPlayer,
  selectServer,
  signInByForm,
} from '../support/steps.ts'

const words = WORDS.cn
const PLAYER = '30123000045'
const PLACE = { operator: 'Northwind', line: '测试线', server: 'S123' }

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.end())

const panel = (page: Page, name: string) => inView(page).getByRole('region', { name })

/** Types another amount of shells; what it was and is. */
async function editShells(page: Page, more: number): Promise<{ before: number; after: number }> {
  await openModule(page, 'currency')
  const box = page.getByRole('textbox', { name: /shell/ }).first()
  const before = Number((await box.inputValue()).replaceAll(/\D/g, ''))
  await box.fill(String(before + more))
  await box.press('Enter')
  return { before, after: before + more }
}

test('[ED.163][ED.164] home tells an operator what was committed and what was not, and leads back to both', async () => {
  const { page: first } = await world.visit()
  await signInByForm(first, words, 'operator')
  await selectServer(first, words, PLACE)
  await openPlayer(first, words, PLAYER)
  const { before, after } = await editShells(first, 10)
  await button(first, words.check).click()
  await first.getByRole('textbox', { name: words.reason }).fill('工单 4711')
  await button(first, words.submit).click()
  await first.getByText('提交成功').first().waitFor()
  await editShells(first, 5)
  await first.goto('/#/index')
  // With a time once the browser has kept it; from then on every window knows.
  await panel(first, '我的草稿')
    .getByText(new RegExp(`^${PLAYER} · `))
    .waitFor()

  const page = await first.context().newPage()
  // A link to a place is about that place; without one a new window would go on with the player.
  await page.goto('/#/index?game=lantern&line=northwind-test&sId=123')
  const drafts = panel(page, '我的草稿')
  await drafts.getByText('1 处', { exact: true }).waitFor()
  await inView(page).getByText('1 处未提交').waitFor()
  const row = panel(page, '最新改动').getByRole('listitem').filter({ hasText: 'currency.shell' }).first()
  expect(await row.locator('del').textContent()).toBe(String(before))
  expect(await row.locator('ins').textContent()).toBe(String(after))
  // An operator may undo, and not look into the audit.
  expect(await row.getByRole('button').count()).toBe(1)

  await row.getByRole('button', { name: '到时间线中撤销' }).click()
  const history = page.getByRole('region', { name: words.history })
  await history.getByText('工单 4711').waitFor()
  await history.getByText('仅显示这一条').waitFor()
  await page.goto('/#/index')
  await drafts.getByRole('button', { name: /^继续编辑/ }).click()
  await page.getByRole('region', { name: /^玩家/ }).waitFor()
})
