import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { WORDS, button, openModule, openPlayer, signIn } from '../support/steps.ts'

let world: World
const words = WORDS.cn
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.end())

test('[T25] an edit is found in the audit with old and new value, exported, and the chain is whole', async () => {
  const uId = '30123000045'
  const operator = await world.visit()
  await signIn(operator.page, 'operator')
  await openPlayer(operator.page, words, uId)
  await openModule(operator.page, 'settings')
  const field = operator.page.getByRole('textbox', { name: / voice/ })
  const old = await field.inputValue()
  const value = old === '23' ? '24' : '23'
  await field.fill(value)
  await field.press('Enter')
  await operator.page.getByRole('textbox', { name: words.reason }).fill('audit journey')
  await button(operator.page, words.submit).click()
  await operator.page
    .getByText(/已生效/)
    .first()
    .waitFor()
  await operator.context.close()

  const { page, complaints, context } = await world.visit()
  await signIn(page, 'admin', '/#/audit')
  await button(page, '更多条件').click()
  await page.getByRole('textbox', { name: '原因或请求编号' }).fill('AUDIT journ')
  await page.getByRole('textbox', { name: '原因或请求编号' }).press('Enter')
  // The list as it is narrowed: rows of the whole one give way to it.
  await page.waitForURL(/[?&]text=/)
  await page.keyboard.press('Escape')
  const row = page.getByRole('row').filter({ hasText: 'audit journey' })
  await row.getByText('修改玩家数据').click()
  await page.waitForURL(/[?&]seq=/)
  const detail = page.getByRole('region', { name: '详情' })
  await detail.locator('ins', { hasText: value }).waitFor()
  expect(await detail.locator('del').first().textContent()).toContain(old)

  await button(page, '导出').click()
  const coming = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'JSON' }).click()
  const lines = readFileSync(await (await coming).path(), 'utf8')
    .trim()
    .split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { reason: string }).reason)).toEqual(['audit journey'])

  await button(page, '立即校验').click()
  await page.getByText('记录链完整').waitFor()

  // A reload shows the same filter and the same entry.
  await page.reload()
  await detail.locator('ins', { hasText: value }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('who may not read the audit finds no page of it', async () => {
  const { page, context } = await world.visit()
  await signIn(page, 'reader', '/#/audit')
  await page.getByText('查看审计记录').waitFor()
  expect(await page.getByRole('grid').count()).toBe(0)
  await context.close()
})
