import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { WORDS, inView, openModule, openPlayer, selectServer, signIn } from '../support/steps.ts'

const words = WORDS.cn
const PLAYER = '30123000045'
let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.end())

describe('a link to what a window shows of a player', () => {
  test('[S2.06] opens the same module, view and row for another role, and a reload stays there', async () => {
    const operator = await world.visit()
    const { page } = operator
    await signIn(page, 'operator')
    await openPlayer(page, words, PLAYER)
    await openModule(page, 'bag')
    await inView(page).getByRole('gridcell', { name: '10020', exact: true }).click()
    await inView(page).getByRole('radio', { name: '表单' }).click()
    await page.waitForURL(/&module=[^&]+&view=form&row=10020$/)
    const { hash } = new URL(page.url())

    const reader = await world.visit()
    await signIn(reader.page, 'reader', `/${hash}`)
    const shows = async () => {
      const view = inView(reader.page)
      await view.locator('button[data-module][aria-current="true"]', { hasText: 'bag' }).waitFor()
      await view.getByRole('radio', { name: '表单', checked: true }).waitFor()
      await view.getByText('1,250').first().waitFor()
      await view.getByText('需要权限：修改玩家数据').first().waitFor()
    }
    await shows()
    expect(new URL(reader.page.url()).hash).toBe(hash)
    await reader.page.reload()
    await shows()
    expect(new URL(reader.page.url()).hash).toBe(hash)
    expect([...operator.complaints, ...reader.complaints]).toEqual([])
    await operator.context.close()
    await reader.context.close()
  })
})

describe('the palette in the real console', () => {
  test('leads to a field by pinyin and to a player by name', async () => {
    const { page, complaints, context } = await world.visit()
    await signIn(page, 'operator')
    await openPlayer(page, words, PLAYER)
    await inView(page)
      .getByRole('button', { name: / currency / })
      .waitFor()
    await page.keyboard.press('Control+k')
    const box = page.getByRole('combobox', { name: /^搜索页面/ })
    await box.fill('#zuanshi')
    await page
      .getByRole('option', { name: /^钻石/ })
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await inView(page).locator('button[data-module][aria-current="true"]', { hasText: 'currency' }).waitFor()
    await page.waitForURL(/&module=CurrencyInfo&view=form$/)

    await page.keyboard.press('Control+k')
    await box.fill('@程鹭')
    await page.getByRole('option', { name: /程鹭.*30123000046/ }).click()
    await inView(page).getByText('uId 30123000046').first().waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})

describe('on a phone', () => {
  test('[S2.25] the list of open pages stays inside the screen, and the environment has its name', async () => {
    const { page, complaints, context } = await world.visit({ width: 390, height: 844 })
    await signIn(page, 'operator', `/#/index/${PLAYER}`)
    await inView(page).getByText(`uId ${PLAYER}`).first().waitFor()
    await page.locator('header').first().getByText('测试', { exact: true }).waitFor()
    await page.getByRole('button', { name: /^已打开 \d+ 个页面$/ }).click()
    const box = await page.getByRole('textbox', { name: /搜索已打开/ }).boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
    const first = await page
      .getByRole('list', { name: '已打开的页面' })
      .getByRole('link')
      .first()
      .boundingBox()
    expect(first?.x).toBeGreaterThanOrEqual(0)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('[S1.01] a link in an open window brings its line, and asks nobody to choose one', async () => {
    const { page, complaints, context } = await world.visit({ width: 390, height: 844 })
    await signIn(page, 'operator')
    await page.goto('/#/gameProp?game=lantern&line=northwind-test')
    await inView(page).getByText('潮汐晶石').first().waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(complaints).toEqual([])
    await context.close()
  })
})

describe('the first steps in the sandbox', () => {
  test('are offered to who may edit and to no reader', async () => {
    // Nobody else works under this account: its ticks are its own.
    const developer = await world.visit()
    await signIn(developer.page, 'developer')
    await selectServer(developer.page, words, { operator: 'Northwind', line: '测试线', server: 'S123' })
    const steps = developer.page.getByRole('region', { name: '沙盒入门' })
    await steps.getByRole('button', { name: /^开\s?始$/ }).click()
    await inView(developer.page).getByText(`uId ${PLAYER}`).first().waitFor()
    await developer.page.goBack()
    await steps.getByText('1/4').waitFor()

    const reader = await world.visit()
    const asked: string[] = []
    reader.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await signIn(reader.page, 'reader')
    await inView(reader.page).getByText('最近打开的玩家').waitFor()
    expect(await reader.page.getByText('沙盒入门').count()).toBe(0)
    expect(asked.filter((path) => path.endsWith('/adjust/players/search'))).toEqual([])
    await developer.context.close()
    await reader.context.close()
  })
})
