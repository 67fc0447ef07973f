import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from '../support/browser.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { WORDS, button, inView, openModule, openPlayer, signIn } from '../support/steps.ts'

let world: World
const words = WORDS.cn
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.end())

const FIRST = '30123000045'
const SECOND = '10001000003'

const bar = (page: Page) => page.getByRole('navigation', { name: '已打开的页面' })
const tabOf = (page: Page, uId: string) => bar(page).locator(`[data-tab-id*="uId=${uId}&"]`)
const pageOf = (page: Page, uId: string) => page.locator(`main [data-tab*="uId=${uId}&"]`)
const shells = (page: Page) => page.getByRole('textbox', { name: /shell/ })

async function withTwoPlayers() {
  const visitor = await world.visit()
  await signIn(visitor.page, 'admin')
  await openPlayer(visitor.page, words, FIRST)
  await openPlayer(visitor.page, words, SECOND)
  return visitor
}

/** Changes something of the player in view without committing it. */
async function changeShells(page: Page): Promise<void> {
  await openModule(page, 'currency')
  await shells(page).fill('77')
  await shells(page).press('Enter')
  await inView(page).getByText('77').first().waitFor()
}

async function menuOf(page: Page, uId: string, item: string): Promise<void> {
  await tabOf(page, uId).getByRole('link').focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

describe('tabs', () => {
  test('[S2.23][S3.08] two players are two pages, each as it was left', async () => {
    const { page, complaints, context } = await withTwoPlayers()
    await tabOf(page, FIRST).getByRole('link').click()
    // A click waits for the element it found, though that hides with its page.
    await inView(page).getByText(`uId ${FIRST}`).waitFor()
    await openModule(page, 'bag')
    const grid = inView(page).getByRole('grid')
    await grid.evaluate((element) => (element.scrollTop = 900))
    await pageOf(page, FIRST).evaluate((element) => element.setAttribute('data-marked', 'yes'))
    await tabOf(page, SECOND).getByRole('link').click()
    await inView(page).getByText(`uId ${SECOND}`).waitFor()
    expect(page.url()).toContain(`/index/${SECOND}?uId=${SECOND}`)
    await expect.poll(() => page.title()).toContain('S1')
    expect(await pageOf(page, FIRST).isVisible()).toBe(false)
    await tabOf(page, FIRST).getByRole('link').click()
    await inView(page).getByText(`uId ${FIRST}`).waitFor()
    expect(await pageOf(page, FIRST).getAttribute('data-marked')).toBe('yes')
    expect(await grid.evaluate((element) => element.scrollTop)).toBe(900)
    await expect.poll(() => page.title()).toContain('S123')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a dialog hides with its page and comes back with what was typed', async () => {
    const { page, complaints, context } = await withTwoPlayers()
    await openModule(page, 'bag')
    await button(page, '添加').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox').or(dialog.getByRole('textbox')).first().fill('4242')
    await page.goBack()
    await inView(page).getByText(`uId ${FIRST}`).waitFor()
    await dialog.waitFor({ state: 'hidden' })
    await openModule(page, 'hero')
    await page.goForward()
    await dialog.waitFor()
    expect(await dialog.getByRole('combobox').or(dialog.getByRole('textbox')).first().inputValue()).toBe(
      '4242',
    )
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(complaints).toEqual([])
    await context.close()
  })

  test('[S2.23][S4.07] unsaved changes: a dot, a question on close, and nothing left of them afterwards', async () => {
    const { page, complaints, context } = await withTwoPlayers()
    await changeShells(page)
    await tabOf(page, SECOND).getByText('有未保存的修改').waitFor({ state: 'attached' })
    await menuOf(page, FIRST, '关闭其他')
    const question = page.getByRole('dialog')
    await question.getByText('1 处修改').waitFor()
    await question.getByRole('button', { name: /取\s?消/ }).click()
    await question.waitFor({ state: 'hidden' })
    expect(await tabOf(page, SECOND).count()).toBe(1)

    await tabOf(page, SECOND).getByRole('button').click()
    await question.getByRole('button', { name: '放弃并关闭' }).click()
    await tabOf(page, SECOND).waitFor({ state: 'detached' })
    await inView(page).getByText(`uId ${FIRST}`).waitFor()
    await menuOf(page, FIRST, '重新打开刚关闭的页面')
    await inView(page).getByText(`uId ${SECOND}`).waitFor()
    await openModule(page, 'currency')
    await shells(page).waitFor()
    expect(await shells(page).inputValue()).not.toBe('77')
    expect(await tabOf(page, SECOND).getByText('有未保存的修改').count()).toBe(0)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('[S4.07] tabs, their order, pins and names survive a reload', async () => {
    const { page, complaints, context } = await withTwoPlayers()
    await menuOf(page, SECOND, '固定')
    const texts = async () => (await bar(page).getByRole('link').allTextContents()).map((text) => text.trim())
    const before = await texts()
    expect(before[0]).toBe('首页')
    expect(await tabOf(page, SECOND).getByRole('button').count()).toBe(0)
    await page.reload()
    await inView(page).getByText(`uId ${SECOND}`).waitFor()
    await expect.poll(texts).toEqual(before)
    // Only what is shown is mounted.
    expect(await page.locator('main [data-tab]').count()).toBe(1)
    await menuOf(page, FIRST, '全部关闭')
    await tabOf(page, FIRST).waitFor({ state: 'detached' })
    expect(await tabOf(page, SECOND).count()).toBe(1)
    expect(complaints).toEqual([])
    await context.close()
  })

  test.each(['menu', 'address'])('[S2.02][S4.08] refresh by %s mounts anew and asks again', async (way) => {
    const { page, complaints, context } = await withTwoPlayers()
    await pageOf(page, FIRST).evaluate((element) => element.setAttribute('data-marked', 'yes'))
    await pageOf(page, SECOND).evaluate((element) => element.setAttribute('data-marked', 'yes'))
    const asked = page.waitForRequest((request) => request.url().includes(`/adjust/get?uId=${SECOND}`))
    if (way === 'menu') await menuOf(page, SECOND, '刷新')
    else await page.evaluate(`location.hash = '#/redirect/index/${SECOND}?uId=${SECOND}'`)
    await asked
    await inView(page).getByText(`uId ${SECOND}`).waitFor()
    // A typed address has its own page until the player is found; then their tab mounts anew.
    await expect.poll(() => pageOf(page, SECOND).getAttribute('data-marked')).toBeNull()
    expect(await pageOf(page, FIRST).getAttribute('data-marked')).toBe('yes')
    expect(page.url()).not.toContain('redirect')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('tabs are moved by the mouse and by keys, closed by the middle button, and found in the list', async () => {
    const { page, complaints, context } = await withTwoPlayers()
    const order = () =>
      bar(page)
        .locator('[data-tab-id]')
        .evaluateAll((tabs) =>
          tabs.map((tab) => tab.getAttribute('data-tab-id')?.match(/uId=(\d+)/)?.[1] ?? 'home'),
        )
    expect(await order()).toEqual(['home', FIRST, SECOND])
    const from = (await tabOf(page, SECOND).boundingBox())!
    const to = (await tabOf(page, FIRST).boundingBox())!
    await page.mouse.move(from.x + 20, from.y + 12)
    await page.mouse.down()
    await page.mouse.move(to.x + 30, to.y + 12, { steps: 6 })
    // Not past the pinned ones.
    await page.mouse.move(2, to.y + 12, { steps: 6 })
    await page.mouse.up()
    await expect.poll(order).toEqual(['home', SECOND, FIRST])
    await tabOf(page, SECOND).getByRole('link').focus()
    await page.keyboard.press('Control+Shift+ArrowRight')
    await expect.poll(order).toEqual(['home', FIRST, SECOND])
    await page.getByRole('button', { name: /^已打开 3 个/ }).click()
    await page.getByRole('textbox', { name: '搜索已打开的页面' }).fill(FIRST)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await inView(page).getByText(`uId ${FIRST}`).waitFor()
    await tabOf(page, SECOND).getByRole('link').click({ button: 'middle' })
    await tabOf(page, SECOND).waitFor({ state: 'detached' })
    await page.keyboard.press('Control+Alt+Shift+KeyT')
    await inView(page).getByText(`uId ${SECOND}`).waitFor()
    await page.keyboard.press('Control+Alt+Shift+KeyQ')
    await inView(page).getByText(`uId ${FIRST}`).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('a drawer open in a page survives the page being hidden', async () => {
    const { page, complaints, context } = await withTwoPlayers()
    await page.setViewportSize({ width: 1100, height: 800 })
    await button(page, words.history).click()
    await page.getByRole('dialog').waitFor()
    await page.goBack()
    await inView(page).getByText(`uId ${FIRST}`).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await button(page, words.history).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.goForward()
    await page.getByRole('dialog').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('on a narrow screen the tabs stand behind a count', async () => {
    const { page, complaints, context } = await withTwoPlayers()
    await page.setViewportSize({ width: 390, height: 800 })
    await page.getByRole('button', { name: '已打开 3 个页面' }).click()
    const list = page.getByRole('list', { name: '已打开的页面' })
    await list.getByRole('link').nth(1).click()
    await inView(page).getByText(`uId ${FIRST}`).waitFor()
    await page.getByRole('button', { name: '已打开 3 个页面' }).click()
    await list.getByRole('button').last().click()
    await page.getByRole('button', { name: '已打开 2 个页面' }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})
