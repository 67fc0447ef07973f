import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seriousFaults } from '../support/axe.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { WORDS, button, inView, selectServer, signIn } from '../support/steps.ts'

let world: World
const words = WORDS.cn
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.end())

const faces = [
  { theme: 'light', width: 1440, height: 900 },
  { theme: 'dark', width: 1440, height: 900 },
  { theme: 'light', width: 1100, height: 800 },
  { theme: 'light', width: 390, height: 844 },
  { theme: 'dark', width: 390, height: 844 },
] as const

/** Pages of administration and of the own account, and what shows that each is drawn. */
const pages = [
  { path: '/#/users', shows: 'developer' },
  { path: '/#/roles?role=operator', shows: 'approvals.see' },
  { path: '/#/groups', shows: '客服' },
  { path: '/#/audit', shows: '登录' },
  { path: '/#/catalogue', shows: '测试线' },
  { path: '/#/schedules', shows: '每夜校验审计链' },
  { path: '/#/schedules/system:audit.verify', shows: '还没有执行过' },
  { path: '/#/menus', shows: '还没有链接' },
  { path: '/#/account', shows: '两步验证' },
]

/** Pages of work on players, on the server of the player opened before. */
const work = [
  { path: '/#/bulkEdit', shows: '还没有修改内容' },
  { path: '/#/jobs', shows: '还没有作业' },
  { path: '/#/dataModify/30123000045?fn=server:sendMail', shows: /由游戏服务器声明|正文/ },
  { path: '/#/functionDesign', shows: '还没有步骤' },
  { path: '/#/gameProp', shows: '青铜灯' },
  { path: '/#/gameProp?part=limits', shows: '每次操作' },
  { path: '/#/gameProp?part=given', shows: '这一天没有发放' },
  { path: '/#/gameProp?part=gifts', shows: '还没有礼包模板' },
]

describe.each(faces)('axe at $width px, $theme', (face) => {
  test('login, with an error shown', async () => {
    const { page, context } = await world.visit(face)
    await page.goto('/')
    await page.getByLabel(words.username, { exact: true }).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.getByLabel(words.username, { exact: true }).fill(`nobody-${face.theme}-${face.width}`)
    await page.getByLabel(words.password, { exact: true }).fill('wrong')
    await button(page, words.signIn).click()
    await page.getByText(words.wrong).first().waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await context.close()
  })

  test('administration and the own account', async () => {
    const { page, complaints, context } = await world.visit(face)
    await signIn(page, words, 'admin')
    for (const { path, shows } of pages) {
      await page.goto(path)
      await inView(page).getByText(shows).first().waitFor()
      expect(await seriousFaults(page), path).toEqual([])
      expect(await inView(page).locator('h1').count(), path).toBe(1)
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(
        face.width,
      )
    }
    expect(complaints).toEqual([])
    await context.close()
  })

  test('bulk edit, jobs, functions and their designer, items', async () => {
    const { page, complaints, context } = await world.visit(face)
    await signIn(page, words, 'admin', '/#/index/30123000045?uId=30123000045')
    await inView(page).getByText('30123000045').first().waitFor()
    for (const { path, shows } of work) {
      await page.goto(path)
      await inView(page).getByText(shows).first().waitFor()
      expect(await seriousFaults(page), path).toEqual([])
      expect(await inView(page).locator('h1').count(), path).toBe(1)
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(
        face.width,
      )
    }
    expect(complaints).toEqual([])
    await context.close()
  })

  test('home, player, their time line', async () => {
    const { page, context } = await world.visit(face)
    await signIn(page, words, 'admin', '/#/index/30123000045?uId=30123000045')
    await inView(page).getByText('30123000045').first().waitFor()
    await inView(page).locator('h1').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await button(page, words.history).click()
    await page.getByRole('region', { name: words.history }).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.goto('/#/index')
    await page.getByText(words.recent).first().waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await context.close()
  })
})

test('a player read by who may change nothing, on a low screen', async () => {
  const { page, context } = await world.visit({ width: 1100, height: 700 })
  await signIn(page, words, 'reader', '/#/index/30123000045?uId=30123000045')
  await inView(page).locator('h1').waitFor()
  await page.getByText('出生区服').first().waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await context.close()
})

test('the add-user dialog', async () => {
  const { page, context } = await world.visit()
  await signIn(page, words, 'admin')
  await selectServer(page, words, { operator: '自营 Harbour', line: '开发线', server: 'S1' })
  await button(page, words.add).click()
  await page.getByRole('dialog').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await context.close()
})
