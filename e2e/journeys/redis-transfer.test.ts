import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seriousFaults } from '../support/axe.ts'
import type { Page } from '../support/browser.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { inView, signIn } from '../support/steps.ts'

/* Keys as files and back, and a folder twice, on the sandbox's own Redis. */

const LONG_MS = 40_000
let world: World
beforeAll(async () => {
  world = await startWorld({ withRedis: true })
})
afterAll(() => world.end())

const row = (page: Page, name: string) => inView(page).getByRole('treeitem', { name, exact: true })
const jobEnded = (page: Page, text: string) =>
  inView(page).getByText(text, { exact: true }).waitFor({ timeout: LONG_MS })

/** Chooses from the menu of a folder. */
async function chooseOf(page: Page, folder: string, item: string): Promise<void> {
  await row(page, folder).click({ button: 'right' })
  await page.getByRole('menuitem', { name: item }).click()
}

test('[S2.30] a folder is exported, deleted and imported again, and duplicated', async () => {
  const admin = await world.running.signIn('admin')
  const { data: list } = (
    await admin.get<{ id: string; lineId: string; name: string }[]>('/adjust/redisConnections?game=lantern')
  ).body
  const { id, lineId } = list.find(({ name }) => name === 'lantern-test')!
  const run = (command: string, params: string[]) =>
    admin.post('/adjust/redisCommand', { lineId, connConfig: { id }, command, params })
  await run('HSET', ['moving:one', 'level', '7'])
  await run('RPUSH', ['moving:two', 'a', 'b'])
  const { page, complaints, context } = await world.visit()
  await signIn(page, 'developer', '/#/redis')
  await inView(page)
    .getByRole('button', { name: /lantern-test/ })
    .first()
    .dblclick()
  await row(page, 'moving').waitFor()

  await chooseOf(page, 'moving', '导出…')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('moving: 下的所有键').waitFor()
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: /^导\s?出$/ }).click()
  const file = await (await saving).path()
  const text = await readFile(file, 'utf8')
  expect(text.trim().split('\n')).toHaveLength(2)
  await dialog.waitFor({ state: 'detached' })

  await chooseOf(page, 'moving', '删除文件夹…')
  await dialog.getByRole('button', { name: '删除键' }).click()
  await jobEnded(page, '删除键：已结束，2 / 2')
  await row(page, 'moving').waitFor({ state: 'detached' })

  await inView(page).getByRole('button', { name: '导入与导出键' }).click()
  await page.getByRole('menuitem', { name: '导入键…' }).click()
  const buffer = Buffer.from(`${text}no json\n`)
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'moving.jsonl', mimeType: 'text/plain', buffer })
  await dialog.getByText('文件中有 2 个键').waitFor()
  await dialog.getByText('第 3 行：不是 JSON 对象').waitFor()
  await dialog.getByRole('button', { name: /^导\s?入$/ }).click()
  await jobEnded(page, '导入键：已结束，3 / 3 · 失败 1')
  await row(page, 'moving').waitFor()

  await chooseOf(page, 'moving', '创建副本…')
  await dialog.getByText('涉及 2 个键').waitFor()
  await dialog.getByRole('button', { name: '创建副本' }).click()
  await jobEnded(page, '创建副本：已结束，2 / 2')
  await row(page, 'moving-copy').click()
  await row(page, 'moving-copy:one').click()
  await inView(page).getByRole('grid', { name: '哈希字段' }).getByText('level', { exact: true }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('[S2.30] keys that end are found by their time, exported by a job, and the file is fetched from its page', async () => {
  const { page, complaints, context } = await world.visit()
  await signIn(page, 'developer', '/#/redis')
  const view = inView(page)
  await view
    .getByRole('button', { name: /lantern-test/ })
    .first()
    .dblclick()
  await view.getByRole('button', { name: '按剩余时间筛选' }).click()
  await page.getByRole('menuitemradio', { name: '会过期' }).click()
  await view.getByText(/匹配 [\d,]+/).waitFor()
  // The count of a folder is a figure of its line and is told as its description.
  const faults = await seriousFaults(page)
  expect(faults.filter((fault) => !fault.startsWith('label-content-name-mismatch'))).toEqual([])
  await view.getByRole('button', { name: '导入与导出键' }).click()
  await page.getByRole('menuitem', { name: '导出键…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: '方式' }).click()
  await page.getByTitle('作为作业').click()
  await dialog.getByRole('button', { name: /^导\s?出$/ }).click()
  await view.getByRole('button', { name: '下载导出文件' }).waitFor({ timeout: LONG_MS })
  const first = page.waitForEvent('download')
  await view.getByRole('button', { name: '下载导出文件' }).click()
  expect((await first).suggestedFilename()).toMatch(/^lantern-test-db0-.+\.jsonl$/)
  await view.getByRole('link', { name: '查看作业' }).click()
  // The list of keys has such a button, too.
  await inView(page).getByRole('button', { name: '下载结果文件' }).waitFor()
  const saving = page.waitForEvent('download')
  await inView(page).getByRole('button', { name: '下载导出文件' }).click()
  const download = await saving
  expect(download.suggestedFilename()).toMatch(/^redis-keys-.+\.jsonl$/)
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n')
  expect(lines.length).toBeGreaterThan(10)
  expect(complaints).toEqual([])
  await context.close()
})
