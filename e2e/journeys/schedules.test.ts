import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from '../support/browser.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { button, inView, signIn } from '../support/steps.ts'

const PLAYER = '30123000045'
const LONG_MS = 30_000
const FUNCTION = '清理旧邮件'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.end())

/** Makes an entry for the function on two players, every Monday. */
async function schedule(page: Page): Promise<void> {
  await inView(page)
    .getByRole('button', { name: new RegExp(FUNCTION) })
    .first()
    .click()
  await inView(page).getByRole('heading', { name: FUNCTION }).waitFor()
  await inView(page).getByRole('radio', { name: '玩家列表' }).click()
  await inView(page)
    .getByRole('textbox', { name: /玩家列表|uId/ })
    .fill('30123000045\n30123000003')
  await button(page, '定时执行').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('对 2 名玩家执行').waitFor()
  await dialog.getByText(/^每周：星期一，09:00$/).waitFor()
  await dialog.getByRole('textbox', { name: '原因' }).fill('每周清理')
  await dialog.getByRole('button', { name: /^建\s?立$/ }).click()
  await page.waitForURL(/#\/schedules\/./)
}

test('[schedules.page] a function on two players is scheduled, run at once as a job, and paused', async () => {
  const { page, complaints, context } = await world.visit()
  await signIn(page, 'operator', `/#/dataModify/${PLAYER}`)
  await schedule(page)
  await inView(page).getByText('还没有执行过').waitFor()
  await button(page, '立即执行').click()
  await page.getByRole('dialog').getByRole('button', { name: '立即执行' }).click()
  const run = inView(page).getByRole('row', { name: /operator/ })
  await run.getByText('完成', { exact: true }).waitFor({ timeout: LONG_MS })
  await button(page, '暂停').click()
  await inView(page).getByText('已暂停', { exact: true }).waitFor()
  await run.getByRole('link', { name: '打开作业' }).click()
  await page.waitForURL(/#\/jobs\//)
  await inView(page).getByText('30123000003', { exact: true }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
