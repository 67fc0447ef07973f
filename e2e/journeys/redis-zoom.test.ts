import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locator, Page } from '../support/browser.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { inView, signIn } from '../support/steps.ts'

/* Keys and values drawn larger and smaller: what opens at a place or follows the mouse is measured in the window. */

/** Pixels that a box may be off: borders and rounding. */
const NEAR = 3
/** What a popup leaves free to the edge of the window, at most. */
const EDGE = 12

let world: World
let redis: Redis
beforeAll(async () => {
  world = await startWorld({ withRedis: true })
  redis = new Redis({ ...world.running.sandbox!.redis! })
  await redis.hset('desk:zoom:a', { level: '72', snapshot: Buffer.from([0x08, 0x05]), name: 'x' })
  await redis.set('desk:zoom:b', 'text')
})
afterAll(async () => {
  redis?.disconnect()
  await world.end()
})

const boxOf = async (what: Locator) => (await what.boundingBox())!
const middleOf = async (what: Locator) => {
  const { x, y, width, height } = await boxOf(what)
  return { x: x + width / 2, y: y + height / 2 }
}
/** A press of the mouse where it is drawn, whatever else the page would do to reach it. */
async function press(page: Page, what: Locator, press: { button?: 'right' } = {}) {
  await what.waitFor()
  const { x, y } = await middleOf(what)
  await page.mouse.click(x, y, press)
  return { x, y }
}
/** Drags what stands there so far. */
async function drag(page: Page, what: Locator, by: { x?: number; y?: number }) {
  const { x, y } = await middleOf(what)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + (by.x ?? 0) / 2, y + (by.y ?? 0) / 2)
  await page.mouse.move(x + (by.x ?? 0), y + (by.y ?? 0))
  await page.mouse.up()
}

/** How far a number is from what it should be; beyond what borders and rounding take it is told with its name. */
function expectNear(what: string, given: number, wanted: number) {
  const off = Math.round(given - wanted)
  expect.soft({ what, off: Math.abs(off) <= NEAR ? 0 : off }).toEqual({ what, off: 0 })
}
/** What was dragged is drawn anew in a moment. */
async function expectDragged(what: string, read: () => Promise<number>, wanted: number) {
  const off = async () => Math.round((await read()) - wanted)
  await expect.poll(async () => (Math.abs(await off()) <= NEAR ? 0 : await off()), { message: what }).toBe(0)
}
/** A menu begins at the place, or where it ends at the edge of the window. */
async function expectAt(page: Page, what: string, menu: Locator, at: { x: number; y: number }) {
  await menu.waitFor()
  const { x, y, width, height } = await boxOf(menu)
  const window = page.viewportSize()!
  const isRoom = { x: at.x + width + EDGE < window.width, y: at.y + height + EDGE < window.height }
  if (isRoom.x) expectNear(`${what}, left`, x, at.x)
  else expect.soft(x + width, `${what}, right`).toBeLessThanOrEqual(window.width)
  if (isRoom.y) expectNear(`${what}, top`, y, at.y)
  else expect.soft(y + height, `${what}, bottom`).toBeLessThanOrEqual(window.height)
}
/** A popup stands above or below what it belongs to, from its left or to its right, and inside the window. */
async function expectBeside(page: Page, what: string, trigger: Locator, inside: Locator) {
  // What it holds may be scrolled in it.
  const popup = inside.locator(
    'xpath=ancestor-or-self::*[contains(@class, "qd-float") or contains(@class, "ant-select-dropdown")]',
  )
  await popup.waitFor()
  const [by, box] = [await boxOf(trigger), await boxOf(popup)]
  const window = page.viewportSize()!
  const gap = Math.max(box.y - (by.y + by.height), by.y - (box.y + box.height))
  expect.soft(Math.round(gap), `${what}, gap`).toBeGreaterThanOrEqual(0)
  expect.soft(gap, `${what}, gap`).toBeLessThanOrEqual(2 * EDGE)
  const [right, edge] = [box.x + box.width, by.x + by.width]
  const isLeft = Math.abs(box.x - by.x) < Math.abs(right - edge)
  const isPushed = window.width - right <= EDGE + NEAR && right >= edge
  if (isLeft) expectNear(`${what}, left`, box.x, by.x)
  else if (!isPushed) expectNear(`${what}, right`, right, edge)
  expect.soft(Math.min(box.x, box.y), `${what}, in the window`).toBeGreaterThanOrEqual(0)
  expect.soft(box.x + box.width, `${what}, in the window`).toBeLessThanOrEqual(window.width)
  expect.soft(box.y + box.height, `${what}, in the window`).toBeLessThanOrEqual(window.height)
}

async function setZoom(page: Page, percent: number) {
  await inView(page).getByRole('button', { name: 'Redis 设置' }).click()
  const dialog = page.getByRole('dialog', { name: 'Redis 设置' })
  await dialog.getByRole('textbox', { name: /键与值的缩放/ }).fill(String(percent))
  await dialog.getByRole('button', { name: /^保\s?存$/ }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function menusOfTheTree(page: Page) {
  const line = inView(page).getByRole('treeitem', { name: 'desk:zoom:a', exact: true })
  const menu = page.getByRole('menu', { name: '操作' })
  await expectAt(page, 'menu of a line', menu, await press(page, line, { button: 'right' }))
  await press(page, menu.getByRole('menuitem', { name: '打开', exact: true }))
  await inView(page).getByRole('heading', { name: 'desk:zoom:a', exact: true, level: 2 }).waitFor()
  await menu.waitFor({ state: 'detached' })
  // By the keyboard it opens below the line that is chosen.
  await inView(page).getByRole('tree').focus()
  await page.keyboard.press('Shift+F10')
  const { x, y, height } = await boxOf(line)
  const indent = (await boxOf(menu)).x - x
  await expectAt(page, 'menu by the keyboard', menu, { x: x + indent, y: y + height })
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
  const types = inView(page)
    .getByRole('button', { name: /^类型/ })
    .first()
  await press(page, types)
  await expectBeside(page, 'menu of types', types, page.getByRole('menu', { name: /^类型/ }))
  await page.keyboard.press('Escape')
  const search = inView(page).getByRole('combobox', { name: '查找键' })
  await press(page, search)
  await page.keyboard.type('desk')
  const box = search.locator('xpath=ancestor::*[contains(@class, "ant-select-auto-complete")]')
  await expectBeside(page, 'proposals', box, page.locator('.ant-select-dropdown:visible'))
  await page.keyboard.press('Escape')
  await search.fill('')
}

async function tableOfFields(page: Page) {
  const grid = inView(page).getByRole('grid', { name: '哈希字段' })
  const head = grid.locator('[data-head=field]')
  const before = await boxOf(head)
  await drag(page, head.locator('span').last(), { x: 60 })
  await expectDragged('width of a column', async () => (await boxOf(head)).width, before.width + 60)
  const menu = page.getByRole('menu')
  const cell = grid.getByText('level', { exact: true })
  await expectAt(page, 'menu of a row', menu, await press(page, cell, { button: 'right' }))
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
  await expectAt(page, 'menu of a column', menu, await press(page, head, { button: 'right' }))
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
  const columns = inView(page).getByRole('button', { name: '列', exact: true })
  await press(page, columns)
  await expectBeside(
    page,
    'choice of columns',
    columns,
    page.getByRole('dialog', { name: '列', exact: true }),
  )
  await page.keyboard.press('Escape')
}

async function viewersOfTheValue(page: Page, percent: number) {
  await press(
    page,
    inView(page).getByRole('grid', { name: '哈希字段' }).getByText('snapshot', { exact: true }),
  )
  const part = inView(page).getByRole('region', { name: 'snapshot', exact: true })
  await part.waitFor()
  const edge = inView(page).getByRole('separator', { name: '调整值面板大小' })
  // Drawn large it has all the room there is, and can become smaller only.
  for (const by of percent > 100 ? [40, -30] : [-40, 30]) {
    const { y } = await middleOf(edge)
    await drag(page, edge, { y: by })
    await expectDragged('edge of the value', async () => (await middleOf(edge)).y, y + by)
  }
  const more = part.getByRole('button', { name: '更多查看方式' })
  await press(page, more)
  const menu = part.getByRole('menu', { name: '更多查看方式' })
  await expectBeside(page, 'menu of viewers', more, menu)
  await press(page, menu.getByRole('menuitemradio', { name: 'Protobuf' }))
  const message = part.getByRole('button', { name: /Protobuf 消息/ })
  await press(page, message)
  const list = page.getByRole('listbox', { name: /Protobuf 消息/ })
  await expectBeside(page, 'messages', message, list)
  await press(page, list.getByRole('option').nth(1))
  await list.waitFor({ state: 'detached' })
}

test.each([150, 80])(
  'at %i percent menus, pickers and what is dragged stand where the mouse is',
  async (percent) => {
    const { page, complaints, context } = await world.visit()
    await signIn(page, 'developer', '/#/redis')
    await inView(page)
      .getByRole('button', { name: /lantern-test/ })
      .first()
      .dblclick()
    await setZoom(page, percent)
    for (const name of ['desk', 'zoom']) {
      const folder = inView(page).getByRole('treeitem', { name, exact: true })
      await folder.waitFor()
      if ((await folder.getAttribute('aria-expanded')) === 'false') await press(page, folder)
    }
    const line = inView(page).getByRole('treeitem', { name: 'desk:zoom:b', exact: true })
    await line.waitFor()
    // A line of 26 pixels.
    expect(Math.round((await boxOf(line)).height)).toBe(Math.round((26 * percent) / 100))
    await menusOfTheTree(page)
    await tableOfFields(page)
    await viewersOfTheValue(page, percent)
    expect(complaints).toEqual([])
    await context.close()
  },
)
