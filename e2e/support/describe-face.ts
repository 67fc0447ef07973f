import { describe, expect, test } from 'vitest'
import { seriousFaults } from './axe.ts'
import type { Page } from './browser.ts'
import type { World } from './start-world.ts'
import { WORDS, button, inView, signIn } from './steps.ts'

const words = WORDS.cn

export interface Face {
  theme: 'light' | 'dark'
  width: number
  height: number
}

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
  { path: '/#/gameProp?part=values', shows: '没有价值' },
  { path: '/#/gameProp?part=given', shows: '这一天没有发放' },
  { path: '/#/gameProp?part=gifts', shows: '还没有礼包模板' },
]

/** Each page has one heading, fits into the width and has no serious fault. */
async function walk(page: Page, stops: readonly { path: string; shows: string | RegExp }[], width: number) {
  for (const { path, shows } of stops) {
    await page.goto(path)
    await inView(page).getByText(shows).first().waitFor()
    expect(await seriousFaults(page), path).toEqual([])
    expect(await inView(page).locator('h1').count(), path).toBe(1)
    expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(width)
  }
}

/** Walks through all pages in one look, and looks for faults of accessibility on each. */
export function describeFace(face: Face, world: () => World): void {
  describe(`axe at ${face.width} px, ${face.theme}`, () => {
    test('login, with an error shown', async () => {
      const { page, context } = await world().visit(face)
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
      const { page, complaints, context } = await world().visit(face)
      await signIn(page, 'admin')
      await walk(page, pages, face.width)
      expect(complaints).toEqual([])
      await context.close()
    })

    test('bulk edit, jobs, functions and their designer, items', async () => {
      const { page, complaints, context } = await world().visit(face)
      await signIn(page, 'admin', '/#/index/30123000045?uId=30123000045')
      await inView(page).getByText('30123000045').first().waitFor()
      await walk(page, work, face.width)
      expect(complaints).toEqual([])
      await context.close()
    })

    test('home, player, their time line', async () => {
      const { page, context } = await world().visit(face)
      await signIn(page, 'admin', '/#/index/30123000045?uId=30123000045')
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
}
