import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from '../support/browser.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { inView, signIn } from '../support/steps.ts'

/* Values of a hash of ours in several formats, read and written by the page in its real worker. */

const KEY = 'desk:7:values'
/** `{items: [1, 2.5], cap: 300}` in MessagePack; the last two bytes are 300. */
const MSGPACK = Buffer.from('82a56974656d739201cb4004000000000000a3636170cd012c', 'hex')
const PROFILE = '{"level":72,"exp":9007199254740993,"name":"岚夜"}'

/** The decoder of the guide, which shows a value as the text it is; base64. */
const ECHO =
  'AGFzbQEAAAABDAJgAX8Bf2ACf38BfwMDAgABBQQBAQEQBxsDBm1lbW9yeQIABWFsbG9jAAAGZGVjb2RlAAEKGQIEAEEQCxIAQQAg' +
  'ADYCAEEEIAE2AgBBAAs='

let world: World
let redis: Redis
beforeAll(async () => {
  world = await startWorld({ withRedis: true })
  const address = world.running.sandbox!.redis!
  redis = new Redis({ ...address })
  await redis.hset(KEY, { bag: MSGPACK, profile: zstdCompressSync(PROFILE), plain: '[7]' })
  const admin = await world.running.signIn('admin')
  const saved = await admin.post('/adjust/redis/decoder/save', {
    lineId: 'northwind-test',
    name: 'echo',
    module: ECHO,
  })
  expect(saved.http).toBe(200)
})
afterAll(async () => {
  redis?.disconnect()
  await world.end()
})

const part = (page: Page, field: string) => inView(page).getByRole('region', { name: field, exact: true })

async function openField(page: Page, field: string) {
  await inView(page).getByRole('grid', { name: '哈希字段' }).getByText(field, { exact: true }).click()
  return part(page, field)
}

/** Each of these has several lines: its difference is shown first. */
async function save(page: Page, field: string) {
  await part(page, field)
    .getByRole('button', { name: /^保\s?存$/ })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^保\s?存$/ }).click()
  await dialog.waitFor({ state: 'detached' })
}

test('[S2.13][S5.05] what is inside a value is read, changed and bound to keys alike', async () => {
  const { page, complaints, context } = await world.visit()
  await signIn(page, 'developer', '/#/redis')
  await inView(page)
    .getByRole('button', { name: /lantern-test/ })
    .first()
    .dblclick()
  await inView(page).getByRole('treeitem', { name: 'desk', exact: true }).click()
  await inView(page).getByRole('treeitem', { name: '7', exact: true }).click()
  await inView(page).getByRole('treeitem', { name: KEY, exact: true }).click()
  const grid = inView(page).getByRole('grid', { name: '哈希字段' })
  await grid.getByText('{ items: [1, 2.5], cap: 300 }').waitFor()

  const bag = await openField(page, 'bag')
  await bag.getByRole('radio', { name: '自动 · MsgPack' }).waitFor()
  await bag.locator('.cm-content').getByText('300', { exact: true }).dblclick()
  await page.keyboard.type('301')
  await save(page, 'bag')
  const changed = Buffer.from(MSGPACK)
  changed[changed.length - 1] = 0x2d
  await expect.poll(() => redis.hgetBuffer(KEY, 'bag')).toEqual(changed)

  const profile = await openField(page, 'profile')
  await profile.getByRole('radio', { name: '自动 · Zstd → JSON' }).waitFor()
  await profile.locator('.cm-content').getByText('72', { exact: true }).dblclick()
  await page.keyboard.type('73')
  await save(page, 'profile')
  const inside = async () => zstdDecompressSync((await redis.hgetBuffer(KEY, 'profile'))!).toString()
  await expect.poll(inside).toBe(PROFILE.replace('72', '73'))

  const plain = await openField(page, 'plain')
  await plain.getByRole('button', { name: '更多查看方式' }).click()
  await page.getByRole('menuitemradio', { name: '自定义：echo' }).click()
  await plain.locator('.cm-content').getByText('7', { exact: true }).waitFor()
  await plain.getByRole('button', { name: '更多查看方式' }).click()
  await page.getByRole('menuitem', { name: /^总是这样查看/ }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByLabel('键的模式').inputValue()).toBe('desk:*:values')
  await dialog.getByRole('button', { name: '保存查看器' }).click()
  await dialog.waitFor({ state: 'detached' })
  await plain.getByRole('radio', { name: '自动', exact: false }).first().click()
  await plain.getByRole('radio', { name: '自动 · 自定义：echo' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
