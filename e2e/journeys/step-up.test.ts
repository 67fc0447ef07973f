import { world as sandbox } from '@qd/sandbox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appCode } from '../support/authenticator.ts'
import type { Page } from '../support/browser.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { WORDS, button, inView, signInByForm } from '../support/steps.ts'

const PLAYER = '30123000045'
const LIVE_PLAYER = '10011000003'
const LONG_MS = 30_000

let world: World
const words = WORDS.cn
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.end())

/** Tries the function of R4 on the player and asks for its run. */
async function askReset(page: Page, uId: string, reason: string): Promise<void> {
  await page.goto(`/#/dataModify/${uId}`)
  await inView(page)
    .getByRole('button', { name: /重置角色/ })
    .first()
    .click()
  await inView(page).getByRole('heading', { name: '重置角色' }).waitFor()
  await button(page, '试运行').click()
  await inView(page).getByText('将执行', { exact: true }).first().waitFor()
  await inView(page).getByRole('textbox', { name: words.reason }).fill(reason)
  await button(page, '执行').click()
}

const isDone = (page: Page) => inView(page).getByText('全部步骤已完成').waitFor({ timeout: LONG_MS })

/** The key of the app; the proof for it is the password. */
async function setUpSecondFactor(page: Page): Promise<string> {
  await page.goto('/#/account')
  await button(page, '开启两步验证').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('当前密码').fill(sandbox.accountPassword)
  await dialog.getByRole('button', { name: /^继\s?续$/ }).click()
  await dialog.getByRole('img', { name: '两步验证二维码' }).waitFor()
  const key = (await dialog.locator('code').first().textContent()) ?? ''
  await dialog.getByLabel('应用显示的 6 位验证码').fill(appCode(key))
  await button(page, '开启').click()
  await dialog.getByRole('button', { name: '我已保存好' }).click()
  await page.getByText('剩余恢复码：10').waitFor()
  return key
}

/** A refusal that asks, and a wrong try, are told by the browser as well. */
const unexpected = (complaints: readonly string[]) => complaints.filter((line) => !/ 4(00|28) /.test(line))

describe('an action of R4', () => {
  test('[T28] asks for the password where there is no second factor, and for nothing else', async () => {
    const { page, complaints, context } = await world.visit()
    await signInByForm(page, words, 'developer')
    await askReset(page, PLAYER, '测试环境重置')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('当前密码').fill('not the password')
    const go = dialog.getByRole('button', { name: /^执\s?行$/ })
    await go.click()
    await dialog.getByRole('alert').getByText('密码').waitFor()
    await dialog.getByLabel('当前密码').fill(sandbox.accountPassword)
    await go.click()
    await isDone(page)
    expect(unexpected(complaints)).toEqual([])
    await context.close()
  })

  test('[T28] in production asks for typed name and code in one dialog, and a wrong code loses nothing', async () => {
    const { page, complaints, context } = await world.visit()
    await signInByForm(page, words, 'admin')
    const key = await setUpSecondFactor(page)
    await askReset(page, LIVE_PLAYER, '玩家申请重置')
    const dialog = page.getByRole('dialog')
    const name = dialog.getByLabel(/^请输入以确认/)
    await name.fill(LIVE_PLAYER)
    await dialog.getByLabel('两步验证码').fill('000000')
    const go = dialog.getByRole('button', { name: /^执\s?行$/ })
    await go.click()
    await dialog.getByRole('alert').getByText('验证码').waitFor()
    expect(await name.inputValue()).toBe(LIVE_PLAYER)
    await dialog.getByLabel('两步验证码').fill(appCode(key, 1))
    await go.click()
    await isDone(page)
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    expect(unexpected(complaints)).toEqual([])
    await context.close()
  })
})
