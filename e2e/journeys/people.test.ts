import { afterAll, beforeAll, expect, test } from 'vitest'
import { newVisitor } from '../support/browser.ts'
import type { Page } from '../support/browser.ts'
import { acceptInvitation } from '../support/invite-person.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { WORDS, button, openModule, openPlayer, proveByPassword, signIn } from '../support/steps.ts'

const PLAYER = '30123000045'

let world: World
const words = WORDS.cn
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.end())

/** Chooses in an antd selector by its accessible name. */
async function choose(page: Page, name: string, option: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name }).click()
  await page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option', {
      hasText: option,
    })
    .first()
    .click()
}

async function invite(page: Page): Promise<string> {
  await page.goto('/#/users')
  await button(page, '邀请用户').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('用户名').fill('newhand')
  await dialog.getByLabel('姓名').fill('新人')
  await choose(page, '游戏', '灯海')
  await choose(page, '运营商', 'Northwind')
  await choose(page, '线路', '测试线')
  for (const role of ['运营', '只读']) {
    await choose(page, '权限角色', role)
    await button(page, '添加').click()
  }
  await expect.poll(() => dialog.getByText('灯海 / Northwind / 测试线').count()).toBe(2)
  await button(page, '生成邀请链接').click()
  await proveByPassword(page)
  const link = await page
    .getByRole('dialog')
    .getByText(/^http.*code=/)
    .textContent()
  await button(page, '关闭').last().click()
  return link ?? ''
}

test('[S6.02][S6.05] a person is invited, sees one line alone, and loses a right while typing', async () => {
  const admin = await world.visit()
  await signIn(admin.page, 'admin')
  const link = await invite(admin.page)
  expect(link).toContain('code=')

  const guest = await newVisitor(world.browser, world.running.url)
  const { page } = guest
  await acceptInvitation(page, link)
  // One operator, one line, and nothing of administration.
  await page.getByText('Northwind').first().waitFor()
  expect(await page.getByText('自营 Harbour').count()).toBe(0)
  expect(await page.getByText('系统管理').count()).toBe(0)

  await openPlayer(page, words, PLAYER)
  await openModule(page, 'settings')
  const field = page.getByRole('textbox', { name: / voice/ })
  await field.fill('23')
  await field.press('Enter')
  const reason = page.getByRole('textbox', { name: words.reason })
  await reason.fill('half a sent')
  await button(page, words.submit).waitFor()

  await admin.page.goto('/#/users')
  // One sentence in words, and no refusals beside it. It goes away by itself: who looks afterwards may be too late.
  const told = page.getByText(/^你的权限已变更。已失去：/).textContent()
  await admin.page.getByText('newhand').first().click()
  await admin.page.getByRole('button', { name: /^收回：运营/ }).click()
  await button(admin.page, '收回').last().click()
  await admin.page.getByText('已收回 新人 的权限').first().waitFor()

  // No reload, no click: the page hears of it.
  await button(page, words.submit).waitFor({ state: 'detached' })
  expect(await told).not.toMatch(/\b[a-z]+\.[a-z]+\b/)
  expect(await page.getByText('请求失败').count()).toBe(0)
  expect(await reason.inputValue()).toBe('half a sent')

  const audit = await world.running.signIn('admin')
  const { body } = await audit.post<{ list: { action: string; target: string }[] }>(
    '/platform/audit/list',
    {},
  )
  expect(JSON.stringify(body.data)).toContain('access.userGrants')
  // The refusal that asks for the proof is told by the browser as well.
  const complaints = [...admin.complaints.filter((line) => !/ 428 /.test(line)), ...guest.complaints]
  expect(complaints).toEqual([])
  await admin.context.close()
  await guest.context.close()
})

test('[S6.03] the console as a role sees it: read only, in this tab alone, and back again', async () => {
  const { page, complaints, context } = await world.visit()
  await signIn(page, 'admin', '/#/roles')
  await page.getByRole('button', { name: /只读/ }).click()
  await page.getByRole('button', { name: '权限角色 只读 的操作' }).click()
  await page.getByRole('menuitem', { name: '以该权限角色查看' }).click()
  await choose(page, '游戏', '灯海')
  await choose(page, '运营商', 'Northwind')
  await button(page, '开始查看').click()
  await page.getByText('正在以权限角色 只读 查看').waitFor()
  await page.getByText('灯海 / Northwind').first().waitFor()
  expect(await page.getByText('系统管理').count()).toBe(0)
  // Another tab of the browser is still the administrator's own.
  const other = await context.newPage()
  await other.goto('/#/users')
  await other.getByText('developer').first().waitFor()
  await button(page, '退出查看').click()
  await page.getByText('系统管理').waitFor()
  await page.getByText('正在以').waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
  await context.close()
})

test('[S9.03] while the page goes over to the view of a role, Loading lies over all of it and nothing can be pressed', async () => {
  const { page, context } = await world.visit()
  let goOn = () => {}
  const held = new Promise<void>((resolve) => (goOn = resolve))
  await page.route('**/platform/role/preview', async (route) => {
    await held
    const err = { code: 'store_unavailable', retryable: true }
    const json = { status: 503, msg: '数据库不可用', data: null, requestId: 'r-1', err }
    await route.fulfill({ status: 503, json })
  })
  await signIn(page, 'admin', '/#/roles')
  await page.getByRole('button', { name: /只读/ }).click()
  await page.getByRole('button', { name: '权限角色 只读 的操作' }).click()
  await page.getByRole('menuitem', { name: '以该权限角色查看' }).click()
  const dialog = page.getByRole('dialog', { name: /以权限角色查看/ })
  await button(page, '开始查看').click()
  const overlay = page.getByText('Loading', { exact: true })
  await overlay.waitFor()
  const { width, height } = page.viewportSize()!
  expect(await overlay.boundingBox()).toEqual({ x: 0, y: 0, width, height })
  expect(await page.locator('button:visible').count()).toBeGreaterThan(0)
  expect(await page.locator('button:visible').and(page.locator(':not([inert] *)')).count()).toBe(0)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.mouse.click(width / 2, 20)
  await overlay.waitFor()
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Loading')

  goOn()
  await overlay.waitFor({ state: 'detached' })
  await dialog.getByText(/数据库不可用$/).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(1)
  expect(await page.evaluate('document.activeElement.textContent')).toMatch(/开始查看/)
  await context.close()
})
