import { world as sandbox } from '@qd/sandbox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appCode } from '../support/authenticator.ts'
import type { Page } from '../support/browser.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { WORDS, button, signInByForm } from '../support/steps.ts'

let world: World
const words = WORDS.cn
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.end())

async function giveName(page: Page, username: string): Promise<void> {
  await page.goto('/#/login')
  await page.getByLabel(words.username, { exact: true }).fill(username)
  await page.getByLabel(words.password, { exact: true }).fill(sandbox.accountPassword)
  await button(page, words.signIn).click()
}

async function giveCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('两步验证码').fill(code)
  await button(page, '验证并登录').click()
  await page.waitForURL((url) => !url.hash.startsWith('#/login'))
}

describe('the own account', () => {
  test('[T4] a second factor is set up, asked for, replaced by a recovery code; other sessions end', async () => {
    const { page, complaints, context } = await world.visit()
    await signInByForm(page, words, 'developer', '/#/account')
    await button(page, '开启两步验证').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('当前密码').fill(sandbox.accountPassword)
    await dialog.getByRole('button', { name: /^继\s?续$/ }).click()
    await dialog.getByRole('img', { name: '两步验证二维码' }).waitFor()
    const key = (await dialog.locator('code').first().textContent()) ?? ''
    await dialog.getByLabel('应用显示的 6 位验证码').fill(appCode(key))
    await button(page, '开启').click()
    await dialog.getByRole('listitem').nth(9).waitFor()
    const codes = await dialog.getByRole('listitem').allTextContents()
    expect(codes).toHaveLength(10)
    await dialog.getByRole('button', { name: '我已保存好' }).click()
    await page.getByText('剩余恢复码：10').waitFor()

    await page.getByRole('button', { name: /^用户菜单/ }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await giveName(page, 'developer')
    // Each code counts once: the next one is good as well, a step ahead.
    await giveCode(page, appCode(key, 1))

    const other = await world.visit()
    await giveName(other.page, 'developer')
    await giveCode(other.page, codes[0]!)
    await other.page.getByRole('main').waitFor()

    await page.goto('/#/account')
    await page.getByText('剩余恢复码：9').waitFor()
    await button(page, '结束其他全部').click()
    await other.page.waitForURL(/#\/login/)
    await other.page.getByText(/管理员或你的其他设备结束/).waitFor()
    expect(complaints.filter((line) => !/ 4(01|28) /.test(line))).toEqual([])
    await other.context.close()
    await context.close()
  })

  test('an API token opens what it may until it is revoked', async () => {
    const { page, complaints, context } = await world.visit()
    await signInByForm(page, words, 'operator', '/#/account')
    await button(page, '创建令牌').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^名称/).fill('每日巡检')
    await dialog.getByLabel(/^当前密码/).fill(sandbox.accountPassword)
    await dialog.getByRole('button', { name: '创建令牌' }).click()
    const token = (await dialog.getByText(/^qdt_/).textContent()) ?? ''
    const ask = () => fetch(`${world.running.url}/adjust/userInfo`, { headers: { token } })
    const info = (await (await ask()).json()) as { data: { session: { kind: string } } }
    expect(info.data.session.kind).toBe('token')
    await dialog.getByRole('button', { name: /^关\s?闭$/ }).click()
    await page.getByRole('button', { name: '吊销 每日巡检' }).click()
    await button(page, '吊销').click()
    await page.getByText('还没有 API 令牌').waitFor()
    expect((await ask()).status).toBe(401)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('[S2.26] basic information is changed in the dialog of the user menu', async () => {
    const { page, context } = await world.visit()
    await signInByForm(page, words, 'reader')
    await page.getByRole('button', { name: /^用户菜单/ }).click()
    await page.getByRole('menuitem', { name: '基本信息' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('手机').fill('+86 138 0000 0000')
    await dialog.getByRole('button', { name: /^保\s?存$/ }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.goto('/#/account')
    await page.getByLabel('手机').and(page.locator('[value="+86 138 0000 0000"]')).waitFor()
    await context.close()
  })
})

test('an invitation is accepted once, and leads straight into the console', async () => {
  const { path } = await world.running.session.accounts.invite(
    (change) => world.running.store.write(change),
    { username: 'mei.lan', name: '梅兰', department: '', mustUseSecondFactor: false },
    (tx, userId) =>
      world.running.access.access.assignRoles(tx, userId, [
        { role: 'reader', scope: 'lantern/northwind', environment: '*' },
      ]),
  )
  const { page, complaints, context } = await world.visit()
  await page.goto(path)
  await page.getByText('用户名 mei.lan').waitFor()
  await page.getByLabel('密码', { exact: true }).fill('quiet lantern at sea')
  await page.getByLabel('重复密码').fill('quiet lantern at sea')
  await button(page, '保存密码并登录').click()
  await page.waitForURL(/#\/index/)
  await page.getByRole('button', { name: '用户菜单：梅兰' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
  const late = await world.visit()
  await late.page.goto(path)
  await late.page.getByText('此链接已失效').waitFor()
  await late.context.close()
})
