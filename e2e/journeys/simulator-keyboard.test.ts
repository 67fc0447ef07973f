import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from '../support/browser.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { WORDS, inView, selectServer, signIn } from '../support/steps.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.end())

const PLACE = { operator: 'Northwind', line: '测试线', server: 'S123' }
/** So many presses of Tab lead round the whole page. */
const MOST_TABS = 90

/** What has the focus: its role, then its name. */
const FOCUSED = `(() => {
  const { activeElement: at } = document
  const role = at.getAttribute('role') ?? at.tagName.toLowerCase()
  return role + ' ' + (at.getAttribute('aria-label') ?? at.innerText ?? '').replaceAll(/\\s+/g, ' ').trim()
})()`

/** Whether one sees where the focus is: it is drawn, inside the window, and not clipped away. */
const IS_SEEN = `(() => {
  const { left, top, right, bottom } = document.activeElement.getBoundingClientRect()
  const at = document.elementFromPoint((left + right) / 2, (top + Math.min(bottom, innerHeight)) / 2)
  return at !== null && (document.activeElement.contains(at) || at.contains(document.activeElement))
})()`

/** The keyboard of somebody who has nothing else. */
function keyboardOf(page: Page) {
  const focused = async (): Promise<string> => String(await page.evaluate(FOCUSED))
  const isAt = async (wanted: RegExp): Promise<void> => {
    await expect.poll(focused, { timeout: 15_000 }).toMatch(wanted)
    expect(await page.evaluate(IS_SEEN), `${wanted} is in view`).toBe(true)
  }
  return {
    isAt,
    /** Presses keys, and looks where that leads. */
    async press(keys: string, leadsTo: RegExp): Promise<void> {
      for (const key of keys.split(' ')) await page.keyboard.press(key)
      await isAt(leadsTo)
    },
    /** Goes on with Tab, or back, until something has the focus; it must never be nothing. */
    async go(wanted: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
      for (let pressed = 0; pressed < MOST_TABS; pressed += 1) {
        await page.keyboard.press(key)
        const at = await focused()
        if (wanted.test(at)) return isAt(wanted)
      }
      throw new Error(`Tab does not lead to ${wanted}; it is at ${await focused()}`)
    },
  }
}

const grid = (page: Page) => inView(page).getByRole('grid', { name: '时间线' })

async function openByKeyboard(page: Page) {
  await signIn(page, 'developer')
  await selectServer(page, WORDS.cn, PLACE)
  await page.goto('/#/mock')
  await inView(page).getByRole('radio', { name: '消息' }).waitFor()
  const keys = keyboardOf(page)
  await keys.go(/^button 新\s?建\s?连\s?接$/)
  await keys.press('Enter', /^button 连\s?接$/)
  // Past its last button the dialog begins again: the page behind it is out of reach.
  await keys.press('Tab', /^button 关闭$/)
  await keys.press('Shift+Tab', /^button 连\s?接$/)
  await keys.press('Enter', /^grid 时间线/)
  await grid(page).getByText('EnterRes', { exact: true }).waitFor()
  return keys
}

async function chooseMessage(page: Page, keys: ReturnType<typeof keyboardOf>): Promise<void> {
  await keys.go(/^input 名称、编号、字段、注释$/, 'Shift+Tab')
  await page.keyboard.type('1402')
  await inView(page).locator('button[data-message="lantern.EnterReq"]').waitFor({ state: 'detached' })
  await keys.press('ArrowDown', /^button 1402 UseItemReq/)
  await page.keyboard.press('Enter')
  await inView(page).getByRole('heading', { name: 'UseItemReq 1402' }).waitFor()
}

test('a developer connects, saves, sends, reads and filters with the keyboard alone', async () => {
  const { page, complaints, context } = await world.visit()
  const keys = await openByKeyboard(page)

  await chooseMessage(page, keys)
  await keys.go(/^button 保存请求$/)
  await keys.press('Enter', /^input/)
  await page.getByRole('dialog').getByRole('textbox', { name: '名称' }).waitFor()
  await page.keyboard.type('用招募令')
  await keys.press('Enter', /^button 保存请求$/)
  await keys.go(/^radio 表单$/)
  await keys.press('ArrowRight', /^radio JSON$/)
  await keys.press('ArrowRight', /^radio 十六进制$/)
  await keys.press('ArrowRight', /^radio 表单$/)
  await keys.go(/^button 重复发送$/)
  await keys.press('Enter Tab Tab Tab', /^button 开\s?始$/)
  await keys.press('Enter', /^button 停止重复发送$/)
  await keys.press('Enter', /^button 重复发送$/)
  await keys.go(/^button 发\s?送$/)
  await keys.press('Enter', /^button 发\s?送$/)
  await grid(page).getByText('UseItemReq', { exact: true }).last().waitFor()

  await keys.go(/^grid 时间线/)
  await keys.press('Home', /^grid 时间线/)
  await inView(page).getByRole('region', { name: '帧详情' }).getByText('EnterReq').waitFor()
  await keys.press('Enter', /^tree 字段/)
  await keys.press('ArrowDown ArrowDown', /^tree 字段/)
  await keys.go(/^grid 字节/)
  await keys.press('ArrowRight', /^grid 字节/)
  // All frame numbers of the state are one stop; arrows lead to the others.
  await keys.go(/^button 转到帧/)
  await keys.press('End', /^button 转到帧/)
  await keys.press('Tab', /^separator/)
  await keys.go(/^button 回到最新/, 'Shift+Tab')
  await keys.press('Enter', /^grid 时间线/)

  await keys.go(/^input 筛选时间线$/, 'Shift+Tab')
  await page.keyboard.type('cmd:14*')
  await grid(page).getByText('EnterRes', { exact: true }).waitFor({ state: 'detached' })
  await keys.press('Tab', /^button 清除筛选$/)
  await keys.press('Enter', /^input 筛选时间线$/)
  expect(complaints).toEqual([])
  await context.close()
})

test('what the keyboard is at may go away: a banner, a recording, a tab', async () => {
  const { page, complaints, context } = await world.visit()
  const keys = await openByKeyboard(page)
  await page.keyboard.press('Control+Alt+Shift+N')
  await keys.isAt(/^button 连\s?接$/)
  await keys.press('Enter', /^grid 时间线/)
  await expect.poll(() => inView(page).getByRole('tab').count()).toBe(2)
  await grid(page).getByText('EnterRes', { exact: true }).waitFor()

  await keys.go(/^button 连接操作$/, 'Shift+Tab')
  await keys.press('Enter', /^menuitem 模拟断网$/)
  await keys.press('Enter', /^button 连接操作$/)
  await keys.go(/^button 立即重连$/)
  await keys.press('Enter', /^grid 时间线/)

  await chooseMessage(page, keys)
  await keys.go(/^button 录\s?制$/)
  await keys.press('Enter', /^button 停止录制/)
  await keys.go(/^button 发\s?送$/, 'Shift+Tab')
  await keys.press('Enter', /^button 发\s?送$/)
  await grid(page).getByText('UseItemReq', { exact: true }).waitFor()
  await keys.go(/^button 停止录制/)
  await keys.press('Enter', /^input/)
  await keys.go(/^button 在场景页打开$/)
  await keys.press('Escape', /^button 录\s?制$/)

  await keys.go(/^tab /, 'Shift+Tab')
  await keys.press('Delete', /^tab /)
  await expect.poll(() => inView(page).getByRole('tab').count()).toBe(1)
  await keys.press('Delete', /^button 新建连接/)
  expect(complaints).toEqual([])
  await context.close()
})
