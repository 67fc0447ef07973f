import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from '../support/browser.ts'
import { addOlderDefinition } from '../support/older-definition.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { WORDS, inView, selectServer, signIn } from '../support/steps.ts'

const NORTHWIND = { operator: 'Northwind', line: '测试线', server: 'S123' }

let world: World
let folder: string
const words = WORDS.cn
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'qd-site-'))
  world = await startWorld()
})
afterAll(async () => {
  await world.end()
  rmSync(folder, { recursive: true, force: true })
})

const chosenRow = (page: Page) => inView(page).locator('tr[data-chosen=true]')

/** Takes the static site and gives the address of its page in a folder. */
async function savedSite(page: Page): Promise<string> {
  const coming = page.waitForEvent('download')
  await inView(page).getByRole('button', { name: '下载' }).click()
  await page.getByRole('menuitem', { name: '静态站点（zip）' }).click()
  const chunks: Buffer[] = []
  for await (const chunk of await (await coming).createReadStream()) chunks.push(chunk as Buffer)
  for (const [name, content] of Object.entries(unzipSync(new Uint8Array(Buffer.concat(chunks))))) {
    writeFileSync(join(folder, name), content)
  }
  return pathToFileURL(join(folder, 'index.html')).href
}

test('[S2.18] a developer searches the protocol, follows a type, and hands on a link to a field', async () => {
  const { page, complaints, context } = await world.visit()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, 'developer')
  await selectServer(page, words, NORTHWIND)
  await page.getByRole('button', { name: '外部工具' }).click()
  await page.getByRole('menuitem', { name: '协议说明' }).first().click()
  const search = inView(page).getByRole('searchbox', { name: '名称、编号、字段、注释' })
  // By the pinyin of a comment, with the keyboard alone.
  await search.fill('bbyd')
  await inView(page).getByRole('treeitem').first().filter({ hasText: 'BagListRes' }).waitFor()
  await search.press('Enter')
  await inView(page).getByRole('heading', { name: 'BagListRes', exact: true }).waitFor()
  await inView(page).getByRole('link', { name: 'BagItem', exact: true }).click()
  await inView(page).getByRole('heading', { name: 'BagItem', exact: true }).waitFor()
  await inView(page)
    .getByRole('row', { name: /itemId/ })
    .hover()
  await inView(page).getByRole('button', { name: '复制 count 的链接' }).click()
  // The browser writes to the clipboard by the way.
  const copied = () => page.evaluate('navigator.clipboard.readText()') as Promise<string>
  await expect.poll(copied).toMatch(/#\/mock\/doc\?.*message=lantern\.BagItem.*field=count/)
  const link = await copied()

  const next = await context.newPage()
  await next.goto(link)
  await chosenRow(next).getByText('count', { exact: true }).waitFor()
  await next.reload()
  await chosenRow(next).getByText('count', { exact: true }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('[S7.20] two versions of a server are compared, and the older one is read', async () => {
  const { page, complaints, context } = await world.visit()
  const place = 'game=lantern&line=northwind-test&sId=123'
  await signIn(page, 'reviewer', `/#/mock/doc?${place}&message=lantern.BagItem`)
  await inView(page).getByRole('region', { name: '版本记录' }).getByText('当前', { exact: true }).waitFor()
  await addOlderDefinition(world.running.store, 123)
  await page.reload()
  const versions = inView(page).getByRole('region', { name: '版本记录' })
  await versions.getByRole('link', { name: '对比' }).first().click()
  const change = inView(page).getByRole('listitem').filter({ hasText: '字段编号被复用' })
  await change.getByText('不兼容', { exact: true }).waitFor()
  await change.getByRole('link', { name: 'lantern.BagItem.quality' }).click()
  await versions.getByRole('link', { name: '00000000' }).click()
  await inView(page).getByRole('status').getByText('正在查看较早的版本 00000000。').waitFor()
  await inView(page).getByRole('cell', { name: 'grade', exact: true }).waitFor()
  await inView(page).getByRole('link', { name: '查看当前版本' }).click()
  await inView(page).getByRole('cell', { name: 'quality', exact: true }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('the static site opens from a folder, in the language of its reader, light and dark', async () => {
  const { page, context } = await world.visit()
  const place = 'game=lantern&line=northwind-test&sId=123'
  await signIn(page, 'developer', `/#/mock/doc?${place}`)
  const address = await savedSite(page)
  const reader = await world.browser.newContext({
    colorScheme: 'dark',
    viewport: { width: 1280, height: 800 },
  })
  const site = await reader.newPage()
  const faults: string[] = []
  site.on('pageerror', (error) => faults.push(String(error)))
  site.on('console', (message) => (message.type() === 'error' ? faults.push(message.text()) : undefined))
  site.on('request', (request) =>
    request.url().startsWith('file:') ? undefined : faults.push(`asked for ${request.url()}`),
  )
  await site.goto(address)
  await site.getByRole('searchbox', { name: '名称、编号、字段、注释' }).fill('bagitem')
  await site.getByRole('link', { name: /^M BagItem/ }).click()
  await site.getByRole('heading', { name: 'BagItem', exact: true }).waitFor()
  expect(await site.evaluate('document.documentElement.dataset.theme')).toBe('dark')
  await site.getByRole('button', { name: '浅色或深色' }).click()
  expect(await site.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(245, 247, 250)')
  await site.getByRole('link', { name: 'count', exact: true }).click()
  await site.reload()
  await site.locator('tr.chosen').getByText('count', { exact: true }).waitFor()
  await site.getByRole('link', { name: 'BagListRes.items' }).click()
  await site.getByRole('heading', { name: 'BagListRes', exact: true }).waitFor()
  expect(faults).toEqual([])
  await reader.close()
  await context.close()
})
