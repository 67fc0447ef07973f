import { world as sandbox } from '@qd/sandbox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seriousFaults } from '../support/axe.ts'
import type { Locator, Page } from '../support/browser.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { WORDS, button, signInByForm } from '../support/steps.ts'

let world: World
const words = WORDS.cn
const PLAYER = '/#/index/30123000045?uId=30123000045'
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.end())

/** The document itself says how it looks. */
const hasLook = (page: Page, name: string, value: string) =>
  page.locator(`html[data-${name}="${value}"]`).waitFor({ state: 'attached' })
/** Signed in, and the console drawn: its keys work from then on. */
async function enter(page: Page, username: string, path?: string): Promise<void> {
  await signInByForm(page, words, username, path)
  await page
    .getByRole('navigation', { name: '主菜单' })
    .or(page.getByRole('button', { name: '打开菜单' }))
    .first()
    .waitFor()
}
/** A column takes its width with the rows, which come after its head. */
const widthOf = async (column: Locator) => Math.round((await column.boundingBox())?.width ?? 0)
const settings = (page: Page) => page.getByRole('dialog', { name: /界面设置|Interface settings/ })
const palette = (page: Page) => page.getByRole('dialog', { name: '命令面板' })

async function openSettings(page: Page): Promise<void> {
  await button(page, '界面设置').click()
  await settings(page).waitFor()
}

describe('interface settings', () => {
  test('[S2.29][S3.13] take effect at once, survive a reload and a sign-out, and follow to another browser', async () => {
    const { page, context, complaints } = await world.visit()
    await enter(page, 'reader')
    await openSettings(page)
    await page.getByRole('radio', { name: '深色' }).click()
    await page.getByRole('radio', { name: '宽松' }).click()
    // Several changes are saved as one, or on a slow machine as two: what counts is the one with the last of them.
    const saved = page.waitForResponse(
      (answer) =>
        answer.url().endsWith('/api/preference/save') &&
        answer.request().postData()?.includes('"utc"') === true,
    )
    await page.getByRole('radio', { name: 'UTC' }).click()
    await hasLook(page, 'theme', 'dark')
    await hasLook(page, 'density', 'comfortable')
    await saved
    await page.reload()
    await page.getByRole('main').waitFor()
    await hasLook(page, 'theme', 'dark')

    const other = await world.visit()
    await enter(other.page, 'reader')
    await hasLook(other.page, 'density', 'comfortable')
    await hasLook(other.page, 'theme', 'dark')
    await other.context.close()

    await page.keyboard.press('Control+k')
    await palette(page).getByRole('combobox').fill('退出登录')
    await palette(page).getByRole('option', { name: '退出登录' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByLabel(words.username, { exact: true }).waitFor()
    await hasLook(page, 'theme', 'dark')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('[S1.07] the language changes without a reload', async () => {
    const { page, context } = await world.visit()
    await enter(page, 'developer')
    await page.keyboard.press('Control+k')
    await palette(page).getByRole('combobox').fill('english')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Interface settings' }).waitFor()
    expect(await page.evaluate('document.documentElement.lang')).toBe('en')
    await context.close()
  })
})

describe('before sign-in', () => {
  test.each([1440, 390])('[S1.07] the language is chosen with the mouse, %s px wide', async (width) => {
    const { page, context, complaints } = await world.visit()
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/')
    await page.getByRole('button', { name: '语言' }).click()
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
    await page.locator('html[lang="de"]').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Anmelden' }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})

describe('keyboard', () => {
  test('the palette finds a server by pinyin initials and goes there', async () => {
    const { page, context, complaints } = await world.visit()
    await enter(page, 'admin')
    await page.keyboard.press('Control+k')
    // Its program is fetched only now: what is typed meanwhile is in its field.
    await page.keyboard.type('cxzn')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('m')
    await palette(page)
      .getByRole('option', { name: /潮汐之门/ })
      .waitFor()
    await page.keyboard.press('Enter')
    await page.locator('header').first().getByText('S123 潮汐之门').waitFor()
    await page.keyboard.press('Control+k')
    await palette(page).getByRole('combobox').fill('30123000045')
    await page.keyboard.press('Enter')
    await page.getByText('uId 30123000045').first().waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('[S9.07] ctrl + r refreshes the tab and not the page, ? tells what works here', async () => {
    const { page, context } = await world.visit()
    await enter(page, 'admin', PLAYER)
    await page.getByText('uId 30123000045').first().waitFor()
    await page.evaluate('window.isSamePage = true')
    const asked = page.waitForRequest((request) => request.url().includes('/adjust/get'))
    await page.keyboard.press('Control+r')
    await asked
    expect(await page.evaluate('window.isSamePage === true')).toBe(true)
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: '快捷键' }).getByText('刷新当前标签页').waitFor()
    await context.close()
  })
})

describe('navigation', () => {
  test('[S4.06][S9.03] the sidebar is 210 px wide and as it was after a reload', async () => {
    const { page, context } = await world.visit()
    await enter(page, 'admin')
    const sidebar = page.getByRole('complementary', { name: '侧边栏' })
    expect(await sidebar.count()).toBe(0)
    await page.keyboard.press('Control+b')
    await sidebar.waitFor()
    expect((await sidebar.boundingBox())!.width).toBe(210)
    await page.reload()
    await sidebar.waitFor()
    await page.keyboard.press('Control+m')
    await sidebar.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('main').waitFor()
    expect(await sidebar.count()).toBe(0)
    await context.close()
  })

  test('[S9.03] says Loading until the pages are there, and shows the page in view in the blue of #409EFF', async () => {
    const { page, context } = await world.visit()
    let goOn = () => {}
    const held = new Promise<void>((resolve) => (goOn = resolve))
    // The program is on its way; the window stands without it.
    await page.route(/\/assets\/(?!first-paint-)[^/]*\.js$/, async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/', { waitUntil: 'commit' })
    await page.getByText('Loading', { exact: true }).waitFor()
    goOn()
    // Not the reader: another test keeps a dark look with their account.
    await enter(page, 'reviewer')
    await page.keyboard.press('Control+b')
    const active = page.getByRole('complementary', { name: '侧边栏' }).locator('[aria-current="page"]')
    await active.waitFor()
    const colour = await page.evaluate(
      `getComputedStyle(document.querySelector('aside [aria-current="page"]')).color`,
    )
    const [red, green, blue] = String(colour).match(/\d+/g)!.map(Number) as [number, number, number]
    // A darker step of the same hue, so that it can be read on white.
    expect(blue).toBeGreaterThan(green)
    expect(green).toBeGreaterThan(red)
    expect(colour).toBe('rgb(23, 102, 199)')
    // The mark beside it is that blue itself: no text stands on it.
    const mark = await page.evaluate(
      `getComputedStyle(document.querySelector('aside [aria-current="page"]')).boxShadow`,
    )
    expect(mark).toContain('rgb(64, 158, 255)')
    await context.close()
  })

  test.each(['de', 'fr', 'ru'])('the menu bar fits into 1024 px in %s', async (language) => {
    const { page, context } = await world.visit({ width: 1024, height: 768, language })
    await page.goto('/#/index/30123000045')
    // Whatever the fields are called in this language.
    await page.locator('input').first().fill('admin')
    await page.locator('input[type=password]').fill(sandbox.accountPassword)
    await page.keyboard.press('Enter')
    const search = page.locator('nav button[aria-haspopup="dialog"]')
    await page.locator('nav [role=group]').waitFor()
    // The clock and the links of the game come later, and what has no room then goes into the first dropdown.
    await expect
      .poll(async () => {
        const { x, width } = (await search.boundingBox())!
        return x + width
      })
      .toBeLessThanOrEqual(1024)
    const inside = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('nav'))`
    await expect.poll(() => page.evaluate(inside)).toBe(0)
    await page.locator('nav [role=group] button, nav button[aria-haspopup="menu"]').first().click()
    // Nothing is lost: what left the bar is in the menu.
    await page.getByRole('menuitem').first().waitFor()
    await context.close()
  })

  test('[S9.04] a column of times is 160 px wide on every page', async () => {
    const { page, context } = await world.visit()
    await enter(page, 'admin', '/#/audit')
    const times = page.getByRole('columnheader', { name: '时间' })
    await times.waitFor()
    await expect.poll(() => widthOf(times)).toBe(160)
    await page.goto('/#/users')
    const signedIn = page.locator('main [data-tab]:visible').getByRole('columnheader', { name: /登录/ })
    await signedIn.waitFor()
    await expect.poll(() => widthOf(signedIn)).toBe(160)
    await context.close()
  })

  test('[S9.04] a column of role ids is 120 px wide, also when the page has room for more', async () => {
    const { page, context } = await world.visit()
    await enter(page, 'admin', '/#/users')
    const codes = page.getByRole('columnheader', { name: '权限角色代码' })
    await page.getByRole('columnheader', { name: '权限与用户组' }).waitFor()
    expect(await codes.count()).toBe(0)
    await button(page, '列').click()
    await page.getByRole('checkbox', { name: '权限角色代码' }).check()
    await codes.waitFor()
    await expect.poll(() => widthOf(codes)).toBe(120)
    await page.locator('[role=gridcell] code[title="reviewer"]').waitFor()
    await context.close()
  })

  test('[S1.03] a group of the menu opens below its bar and can be reached', async () => {
    const { page, context } = await world.visit()
    await enter(page, 'admin')
    await page.getByRole('navigation').getByRole('button', { name: '系统管理' }).click()
    const items = page.getByRole('menu', { name: '系统管理' }).getByRole('menuitem')
    await items.first().waitFor()
    for (const item of await items.all()) {
      const box = (await item.boundingBox())!
      const text = await page.evaluate(
        `document.elementFromPoint(${box.x + box.width / 2}, ${box.y + box.height / 2}).textContent`,
      )
      expect(text).toBe(await item.textContent())
    }
    await context.close()
  })
})

describe.each([
  { width: 1440, height: 900, theme: 'light' },
  { width: 390, height: 844, theme: 'dark' },
] as const)('at $width px, $theme', (face) => {
  test('settings and palette are whole and without accessibility faults', async () => {
    const { page, context } = await world.visit(face)
    await enter(page, 'admin')
    await openSettings(page)
    expect(await seriousFaults(page)).toEqual([])
    for (const part of await settings(page).locator('button:visible').all()) {
      const { x, width } = (await part.boundingBox())!
      expect(x + width, (await part.textContent()) ?? '').toBeLessThanOrEqual(face.width)
    }
    await page.keyboard.press('Escape')
    await settings(page).waitFor({ state: 'hidden' })
    await button(page, /^搜索与命令/).click()
    await palette(page).getByRole('option').first().waitFor()
    expect(await seriousFaults(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(face.width)
    await context.close()
  })
})
