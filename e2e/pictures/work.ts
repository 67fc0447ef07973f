import type { Page } from '../support/browser.ts'
import { composeFunction } from '../support/compose-function.ts'
import { button, inView, openModule, openPlayer } from '../support/steps.ts'
import { PLAYER, take, words } from './take.ts'

const field = (page: Page, name: RegExp) =>
  inView(page).getByRole('textbox', { name }).or(inView(page).getByRole('combobox', { name })).first()

async function fill(page: Page, name: RegExp, value: string): Promise<void> {
  await field(page, name).fill(value)
  await field(page, name).press('Enter')
}

/** A module as text with a fault in it, and another player beside this one. */
async function takeTextAndComparison(page: Page): Promise<void> {
  await openPlayer(page, words, PLAYER)
  await openModule(page, 'settings')
  await inView(page).getByText('JSON', { exact: true }).click()
  const text = inView(page).getByRole('textbox', { name: /JSON/ })
  await text.click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('End')
  await page.keyboard.type('\n  "music": 9223372036854775808,')
  await take(page, 'json')
  await inView(page).getByText('表单', { exact: true }).click()
  await inView(page).getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '对比…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '另一个玩家的 uId' }).fill('30123000046')
  await dialog.getByRole('button', { name: /^对\s?比$/ }).click()
  await dialog.getByText(/处不同/).waitFor()
  await take(page, 'compare')
  await page.keyboard.press('Escape')
}

/** The same change for others: previewed, then as a job that is over. */
async function takeBulk(page: Page): Promise<void> {
  await openModule(page, 'settings')
  await fill(page, / voice/, '61')
  await inView(page).getByRole('button', { name: '应用到更多玩家…' }).click()
  const list = Array.from({ length: 40 }, (_, index) => String(30_123_000_001 + index))
  await inView(page)
    .getByRole('textbox', { name: '玩家名单' })
    .fill([...list, list[0], 'not a player'].join('\n'))
  await button(page, '读取名单').click()
  await inView(page).getByText('40 名玩家', { exact: true }).waitFor()
  await button(page, '预览').click()
  await inView(page).getByText('将修改', { exact: true }).nth(2).waitFor()
  await inView(page).getByRole('textbox', { name: words.reason }).fill('工单 4712：夜间音量')
  await take(page, 'bulk')
  await button(page, '为 40 名玩家开始').click()
  await page.waitForURL(/#\/jobs\//)
  await inView(page).locator('header').first().getByText('成功', { exact: true }).waitFor()
  await take(page, 'job')
}

/** A function of the game before it runs, and one being composed. */
async function takeFunctions(page: Page): Promise<void> {
  await page.goto(`/#/dataModify/${PLAYER}`)
  await inView(page)
    .getByRole('button', { name: /发放道具/ })
    .first()
    .click()
  await fill(page, / itemId$/, '10007')
  await fill(page, / count$/, '3')
  await button(page, '试运行').click()
  await inView(page).getByText('将执行', { exact: true }).first().waitFor()
  await take(page, 'functions')
  await page.goto('/#/functionDesign')
  await composeFunction(page, '音乐补偿')
  await take(page, 'designer')
}

/** Ways to change data: as text, by comparison, for many players, by functions. */
export async function takeWork(page: Page): Promise<void> {
  await takeTextAndComparison(page)
  await takeBulk(page)
  await takeFunctions(page)
}
