import type { Page } from '../support/browser.ts'
import { button, inView } from '../support/steps.ts'
import { take } from './take.ts'

/** The Redis manager: keys of a game's server in a tree, one of them in detail, and the commands that ran. */
export async function takeRedis(page: Page, name: string): Promise<void> {
  await page.goto('/#/redis')
  const view = inView(page)
  const row = (key: string) => view.getByRole('treeitem', { name: key, exact: true })
  await view
    .getByRole('button', { name: /lantern-test/ })
    .first()
    .dblclick()
  for (const folder of ['lantern', 's123', 'activity', 'rank']) await row(folder).click()
  await row('lantern:s123:rank:power').click({ button: 'middle' })
  await row('tide-harvest').click()
  await view
    .getByRole('treeitem', { name: /tide-harvest:\d+$/ })
    .first()
    .click({ button: 'middle' })
  const fields = view.getByRole('grid', { name: '哈希字段' })
  await fields
    .getByText(/^30123/)
    .first()
    .click()
  await take(page, name)
}

const showView = (page: Page, name: string): Promise<void> =>
  inView(page).getByRole('radio', { name, exact: true }).click()

/** The server behind the connection: its figures as they are now, and live charts. */
export async function takeRedisServer(page: Page): Promise<void> {
  await showView(page, '服务器')
  await inView(page).getByText('redis_version').first().waitFor()
  // So many readings make a line.
  await page.waitForTimeout(12_000)
  await take(page, 'redis-server-dark')
}

/** What takes the memory: folders by their size. */
export async function takeRedisAnalysis(page: Page): Promise<void> {
  await showView(page, '分析')
  await button(page, '开始分析').click()
  await inView(page).getByRole('group', { name: '按占用大小排列的前缀' }).waitFor()
  await page.waitForTimeout(1_000)
  await take(page, 'redis-analysis-light')
}
