import { afterAll, beforeAll, expect, test } from 'vitest'
import { seriousFaults } from '../support/axe.ts'
import type { Page } from '../support/browser.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { button, inView, signIn } from '../support/steps.ts'

/* The Redis manager on the sandbox's own Redis: its games write there all the time, changes are made to keys of ours. */

const LONG_MS = 40_000
let world: World
beforeAll(async () => {
  world = await startWorld({ withRedis: true })
})
afterAll(() => world.end())

const row = (page: Page, name: string) => inView(page).getByRole('treeitem', { name, exact: true })
const detail = (page: Page, name: string) =>
  inView(page).getByRole('heading', { name, exact: true, level: 2 })

/** Opens a connection by double click; its database 0 is read. */
async function openConnection(page: Page, name: string): Promise<void> {
  await inView(page)
    .getByRole('button', { name: new RegExp(name) })
    .first()
    .dblclick()
  await row(page, 'lantern').waitFor()
}

/** Looks for a key by its exact name until it is there: the games write some of theirs only now and then. */
async function find(page: Page, key: string): Promise<void> {
  const exact = inView(page).getByRole('button', { name: '按完整键名查找，不扫描' })
  if ((await exact.getAttribute('aria-pressed')) === 'false') await exact.click()
  const box = inView(page).getByRole('combobox', { name: '查找键' })
  await box.fill(key)
  const asked = async (): Promise<boolean> => {
    await box.press('Enter')
    await inView(page).getByRole('button', { name: '收起查找结果' }).waitFor()
    return await detail(page, key).isVisible()
  }
  await expect.poll(asked, { timeout: LONG_MS, interval: 500 }).toBe(true)
}

/** Fills the form of a new key and sends it. */
async function makeHash(
  page: Page,
  key: string,
  fields: readonly (readonly [string, string])[],
  seconds = '',
) {
  await button(page, '新增键').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^键名/).fill(key)
  await dialog.getByLabel('类型', { exact: true }).click()
  await page.locator('.ant-select-item-option[title=hash]').click()
  for (const [at, [name, value]] of fields.entries()) {
    if (at > 0) await dialog.getByRole('button', { name: '再加一行' }).click()
    await dialog.getByRole('textbox', { name: `字段 ${at + 1}`, exact: true }).fill(name)
    await dialog.getByRole('textbox', { name: `值 ${at + 1}`, exact: true }).fill(value)
  }
  if (seconds !== '') await dialog.getByLabel('过期时间', { exact: true }).fill(seconds)
  await dialog.getByRole('button', { name: /^新\s?增$/ }).click()
  await dialog.waitFor({ state: 'detached' })
  await detail(page, key).waitFor()
}

test('[S2.13][S2.30] a developer opens a connection by double click, and keys of every type', async () => {
  const { page, complaints, context } = await world.visit()
  await signIn(page, 'developer', '/#/redis')
  await openConnection(page, 'lantern-test')
  await row(page, 'lantern').click()
  await row(page, 's123').click()
  await row(page, 'lantern:s123:stats').click()
  await detail(page, 'lantern:s123:stats').waitFor()
  await inView(page).getByRole('grid', { name: '哈希字段' }).getByText('tickAt', { exact: true }).waitFor()
  // How many keys a folder has is its description: the name of a line is that of the folder.
  const faults = await seriousFaults(page)
  expect(faults.filter((fault) => !fault.startsWith('label-content-name-mismatch'))).toEqual([])
  for (const [key, table, text] of [
    ['lantern:s123:chat:world', '列表条目', '"text":'],
    ['lantern:s123:online', '集合成员', '30123'],
    ['lantern:s123:rank:power', '有序集合成员', '30123'],
    ['lantern:s123:events', '流条目', 'harbor'],
  ] as const) {
    await find(page, key)
    await inView(page).getByRole('grid', { name: table }).getByText(text).first().waitFor()
  }
  expect(complaints).toEqual([])
  await context.close()
})

test('[S2.13][S5.06] a key is made with a name first, changed with the difference shown, deleted and restored', async () => {
  const { page, complaints, context } = await world.visit()
  await signIn(page, 'developer', '/#/redis')
  await openConnection(page, 'lantern-test')
  await inView(page)
    .getByRole('button', { name: /^日志/ })
    .click()
  const log = inView(page).getByRole('region', { name: /^命令日志/ })
  await log.getByRole('checkbox', { name: '仅写命令' }).click()
  await button(page, '新增键').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^新\s?增$/ }).click()
  await dialog.getByText('请先填写键名').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  const text =
    '{"title":"维护补偿","text":"服务器维护已经结束，请领取附件中的奖励。感谢你的耐心等待，祝你在灯海一路顺风，满载而归。","count":3,"from":"运营"}'
  await makeHash(page, 'desk:mail', [['notice', text]], '3600')
  await log.getByText(/^HSET desk:mail/).waitFor()
  await inView(page)
    .getByRole('button', { name: /^TTL (59m|1h)/ })
    .waitFor()
  await inView(page).getByRole('grid', { name: '哈希字段' }).getByText('notice', { exact: true }).click()
  const value = inView(page).getByRole('region', { name: 'notice', exact: true })
  const viewers = value.getByRole('radiogroup', { name: '查看方式' })
  await viewers.getByRole('radio', { name: '文本', exact: true }).click()
  await value.getByRole('textbox').click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('!')
  await value.getByRole('button', { name: /^保\s?存$/ }).click()
  const diff = page.getByRole('dialog', { name: '保存前的差异' })
  await expect.poll(() => diff.textContent(), { timeout: LONG_MS }).toContain('运营"}!')
  await diff.getByRole('button', { name: /^保\s?存$/ }).click()
  await diff.waitFor({ state: 'detached' })
  await inView(page).getByText('已保存').waitFor()
  await log
    .getByText(/^HSET desk:mail/)
    .nth(1)
    .waitFor()

  await inView(page).getByRole('button', { name: '删除键' }).click()
  await dialog.getByRole('button', { name: /^删\s?除$/ }).click()
  await inView(page).getByText('键已不存在').waitFor()
  await log
    .getByText(/(DEL|UNLINK).*desk:mail/)
    .first()
    .waitFor()
  await inView(page).getByRole('button', { name: '回收站' }).first().click()
  await dialog
    .getByRole('row', { name: /desk:mail/ })
    .getByRole('button', { name: /^恢\s?复$/ })
    .click()
  const restore = page.getByRole('dialog', { name: /^恢\s?复$/ })
  await restore.getByRole('button', { name: /^恢\s?复$/ }).click()
  await restore.waitFor({ state: 'detached' })
  await page.getByRole('dialog', { name: 'Redis 回收站' }).getByRole('button', { name: '关闭' }).click()
  await dialog.waitFor({ state: 'detached' })
  await inView(page).getByRole('grid', { name: '哈希字段' }).getByText('notice', { exact: true }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('[S2.13] a folder is deleted as a job after a look at what it holds', async () => {
  const { page, complaints, context } = await world.visit()
  await signIn(page, 'developer', '/#/redis')
  await openConnection(page, 'lantern-test')
  for (const name of ['one', 'two']) await makeHash(page, `clear-out:${name}`, [['a', '1']])
  await row(page, 'clear-out').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '删除文件夹…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('涉及 2 个键').waitFor()
  await dialog.getByText('clear-out:one', { exact: true }).waitFor()
  await dialog.getByText('删除前保存到回收站，可以恢复').waitFor()
  await dialog.getByRole('button', { name: '删除键' }).click()
  await inView(page).getByText('删除键：已结束，2 / 2').waitFor({ timeout: LONG_MS })
  await row(page, 'clear-out').waitFor({ state: 'detached' })
  await row(page, 'lantern').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('[S5.05] a read-only connection offers an administrator no change, and refuses it', async () => {
  const { page, complaints, context } = await world.visit({ language: 'en' })
  await signIn(page, 'admin', '/#/redis')
  await openConnection(page, 'lantern-prod')
  await row(page, 'lantern').click()
  const folder = inView(page).getByRole('treeitem', { level: 2 }).first()
  await folder.click()
  await folder.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Copy the prefix' }).waitFor()
  expect(await page.getByRole('menuitem', { name: /Delete|time to live/ }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await inView(page)
    .getByRole('treeitem', { name: /:stats$/ })
    .first()
    .click()
  await inView(page).getByRole('button', { name: /^TTL/ }).waitFor()
  expect(await inView(page).getByRole('button', { name: /^TTL/ }).isDisabled()).toBe(true)
  for (const name of ['New key', 'Delete the key', 'Rename'])
    expect(await inView(page).getByRole('button', { name }).count()).toBe(0)
  const admin = await world.running.signIn('admin')
  const command = { command: 'SET', params: ['desk:no', '1'], reason: 'look', confirm: 'lantern-prod' }
  const refused = await admin.post('/adjust/redisCommand', {
    ...command,
    lineId: 'harbour-prod',
    connConfig: { id: 'sandbox-harbour-prod' },
  })
  expect(refused.body).toMatchObject({
    err: { code: 'redis_read_only' },
    msg: '当前为只读模式，无法执行写命令',
  })
  expect(complaints).toEqual([])
  await context.close()
})

test('[S2.13] an operator finds no Redis in the menu', async () => {
  const { page, complaints, context } = await world.visit()
  await signIn(page, 'operator')
  const menu = page.getByRole('navigation').first()
  await menu.getByText('数据编辑').first().waitFor()
  expect(await page.getByRole('navigation').getByText('Redis', { exact: true }).count()).toBe(0)
  await page.goto('/#/redis')
  await inView(page).locator('h1').waitFor()
  expect(await page.getByText('lantern-test').count()).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
})
