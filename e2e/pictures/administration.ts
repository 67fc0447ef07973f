import type { Page } from '../support/browser.ts'
import { inView } from '../support/steps.ts'
import { TEST_LINE, take } from './take.ts'

/** People, their rights, what they did, the servers: a tab each. */
export async function takeAdministration(page: Page): Promise<void> {
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
