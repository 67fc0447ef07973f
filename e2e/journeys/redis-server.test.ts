import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from '../support/browser.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { button, inView, signIn } from '../support/steps.ts'

/* The server behind a connection, on the sandbox's own Redis: its games write there all the time. */

const LONG_MS = 40_000
let world: World
beforeAll(async () => {
  world = await startWorld({ withRedis: true })
})
afterAll(() => world.end())

const region = (page: Page, name: string) => inView(page).getByRole('region', { name, exact: true })

/** Opens a connection by double click, and the view of its server. */
async function openServer(page: Page, name: string): Promise<void> {
  await inView(page)
    .getByRole('button', { name: new RegExp(name) })
    .first()
    .dblclick()
  await inView(page).getByRole('radio', { name: '服务器', exact: true }).click()
  await region(page, '状态').waitFor()
}

async function openPage(page: Page, name: string): Promise<void> {
  await inView(page)
    .getByRole('navigation', { name: '服务器页面' })
    .getByRole('button', { name, exact: true })
    .click()
  await region(page, name).waitFor()
}

test('[S9.06] a developer sees how the server is, live, and what it was slow at', async () => {
  const { page, complaints, context } = await world.visit()
  await signIn(page, 'developer', '/#/redis')
  await openServer(page, 'lantern-test')
  const curve = region(page, '状态').getByRole('img', { name: /^每秒操作数/ })
  await curve.waitFor()
  const path = () => curve.locator('path').last().getAttribute('d')
  const first = await path()
  await expect.poll(path, { timeout: LONG_MS }).not.toBe(first)
  await openPage(page, '慢日志')
  await region(page, '慢日志')
    .getByText(/^记录阈值/)
    .waitFor()
  // Nobody but those who may endanger the server changes it.
  expect(await button(page, '清空日志').isDisabled()).toBe(true)
  await openPage(page, '命令统计')
  await region(page, '命令统计').getByText('INFO', { exact: true }).waitFor()
  await openPage(page, '配置')
  await region(page, '配置')
    .getByText('maxmemory-policy', { exact: true })
    .first()
    .waitFor({ state: 'attached' })
  expect(complaints).toEqual([])
  await context.close()
})

/** Sets the threshold of the slow log on its page; the name of the connection is typed. */
async function setThreshold(page: Page, value: string): Promise<void> {
  await button(page, '更改阈值').click()
  const name = '更改 slowlog-log-slower-than'
  const form = page.getByRole('dialog', { name }).first()
  await form.getByLabel('新值').fill(value)
  await form.getByRole('button', { name }).click()
  const question = page.getByRole('dialog').filter({ has: page.getByLabel(/^请输入以确认/) })
  await question.getByLabel(/^请输入以确认/).fill('lantern-test')
  await question.getByLabel(/原因/).fill('e2e')
  await question.getByRole('button', { name }).click()
  await form.waitFor({ state: 'detached' })
}

test('an administrator changes a setting and back, and sees the entry it makes', async () => {
  const { page, complaints, context } = await world.visit()
  await signIn(page, 'admin', '/#/redis')
  await openServer(page, 'lantern-test')
  await openPage(page, '慢日志')
  await setThreshold(page, '0')
  await region(page, '慢日志').getByText('记录阈值 0 µs', { exact: false }).waitFor()
  await region(page, '慢日志').getByText('slowlog-log-slower-than').first().waitFor({ state: 'attached' })
  await setThreshold(page, '10000')
  await region(page, '慢日志').getByText('记录阈值 10.0 ms', { exact: false }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
