import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Visitor } from '../support/browser.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { WORDS, button, inView, selectServer, signIn } from '../support/steps.ts'

const words = WORDS.cn
let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.end())

/** What the focus is on, as it is read out. */
const focused = ({ page }: Visitor) =>
  page.evaluate<string>(
    'document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent',
  )

const choose = async ({ page }: Visitor, option: string | RegExp) => {
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: option }).first().click()
}

describe.each([
  ['wide', 1440],
  ['narrow', 390],
])('a selection that is not deep enough, %s', (_name, width) => {
  test('[S5.01] pages and actions say what is missing first and lead there, by keyboard to the end', async () => {
    const visitor = await world.visit({ width, height: 900 })
    const { page, complaints } = visitor
    await signIn(page, 'operator')
    await page.goto('/#/bulkEdit')
    await inView(page).getByText('请选择运营商').waitFor()
    await expect.poll(() => focused(visitor)).toBe('运营商')
    await choose(visitor, /Northwind/)
    // The only line of this operator is taken by itself, and with it the page has all it needs.
    await expect
      .poll(() =>
        inView(page)
          .getByText(/请选择/)
          .count(),
      )
      .toBe(0)
    await inView(page).locator('textarea').first().waitFor()
    if (width < 992) await page.keyboard.press('Escape')
    await page.goto('/#/dataModify')
    await inView(page).getByText('请选择区服').waitFor()
    await expect.poll(() => focused(visitor)).toBe('区服')
    if (width < 992) await page.keyboard.press('Escape')
    else {
      await button(page, words.add as string).click()
      await expect.poll(() => focused(visitor)).toBe('区服')
    }
    expect(await page.getByRole('dialog', { name: '创建玩家' }).count()).toBe(0)
    expect(complaints).toEqual([])
  })
})

describe('a link to a place', () => {
  const place = 'game=lantern&line=northwind-test&sId=123'

  test('[S1.01] leads this window there; a new one, and a reload of the other, stay where their user works', async () => {
    const { page, complaints, context } = await world.visit()
    await signIn(page, 'operator')
    await selectServer(page, words, { operator: '自营 Harbour', line: '开发线', server: 'S1' })
    const linked = await context.newPage()
    await linked.goto(`/#/bulkEdit?${place}`)
    await linked.locator('header').first().getByText('Northwind').waitFor()
    await linked.locator('header').first().getByText('S123').first().waitFor()
    const fresh = await context.newPage()
    await fresh.goto('/#/bulkEdit')
    await fresh.locator('header').first().getByText('自营 Harbour').waitFor()
    await selectServer(linked, words, { operator: 'Northwind', line: '测试线', server: 'S124' })
    await linked.waitForURL(/line=northwind-test&sId=124$/)
    await page.reload()
    await page.locator('header').first().getByText('自营 Harbour').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('[S6.02] a foreign one is refused to a reader, who goes on at their own', async () => {
    const { page, context } = await world.visit()
    await signIn(page, 'reader', '/#/index?game=lantern&line=harbour-prod&sId=12')
    await page.getByText(/lantern \/ harbour-prod \/ S12/).waitFor()
    expect(await page.locator('main [data-tab]:visible').count()).toBe(0)
    await button(page, '在我的位置继续').click()
    await inView(page).getByText(words.recent).waitFor()
    expect(page.url()).not.toContain('harbour-prod')
    await context.close()
  })
})
