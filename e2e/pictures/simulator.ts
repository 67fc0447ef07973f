import type { Page } from '../support/browser.ts'
import { button, inView, selectServer } from '../support/steps.ts'
import { TEST_LINE, take, words } from './take.ts'

const SCENARIO = `scenario "登录并查看背包"
enter device "bot-{{random}}-{{bot}}"
send BagList
assert $.items exists`

/** A connection with requests and replies, one of them in detail. */
async function takeFrames(page: Page): Promise<void> {
  await page.goto('/#/mock')
  await inView(page).getByRole('button', { name: '新建连接' }).last().click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^连\s?接$/ })
    .click()
  const frames = inView(page).getByRole('grid', { name: '时间线' })
  await frames.getByText('EnterRes', { exact: true }).waitFor()
  const search = inView(page).getByRole('searchbox')
  for (const [cmd, name] of [
    ['1401', 'BagList'],
    ['1501', 'HeroList'],
    ['1402', 'UseItem'],
  ] as const) {
    await search.fill(cmd)
    await inView(page)
      .getByRole('button', { name: new RegExp(`${name}Req`) })
      .click()
    await button(page, '发送').click()
    await frames.getByText(`${name}Req`, { exact: true }).waitFor()
  }
  await search.fill('')
  await frames.getByText('BagListRes', { exact: true }).click()
  await take(page, 'simulator')
}

/** The messages of the game, one of them in full. */
async function takeGuide(page: Page): Promise<void> {
  await page.goto('/#/mock/doc?command=1402')
  await inView(page)
    .getByRole('heading', { name: /UseItem/ })
    .first()
    .waitFor()
  await take(page, 'protocol')
}

/** Twenty clients playing a scenario. */
async function takeBots(page: Page): Promise<void> {
  await page.goto('/#/mock/bots')
  await inView(page).getByRole('radio', { name: '文本' }).click()
  await inView(page).getByRole('textbox', { name: '场景文本' }).fill(SCENARIO)
  await inView(page).getByRole('spinbutton', { name: '思考时间（秒）' }).fill('1')
  await button(page, '运行').click()
  await page.waitForURL(/#\/mock\/bots\/./)
  await page.waitForTimeout(25_000)
  await take(page, 'bots')
}

/** What a client of the game sees: frames, messages, and many clients at once. */
export async function takeSimulator(page: Page): Promise<void> {
  await selectServer(page, words, TEST_LINE)
  await takeFrames(page)
  await takeGuide(page)
  await takeBots(page)
}
