import { proven } from '@qd/app-server/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from '../support/browser.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { choose, composeFunction } from '../support/compose-function.ts'
import { WORDS, button, inView, selectServer, signIn } from '../support/steps.ts'

const PLAYER = '30123000045'
const LIVE_PLAYER = '10011000003'
const NORTHWIND = { operator: 'Northwind', line: '测试线', server: 'S123' }
const TITLE = '音乐补偿'
const LONG_MS = 30_000

let world: World
const words = WORDS.cn
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.end())

async function openFunction(page: Page, title: string): Promise<void> {
  await inView(page)
    .getByRole('button', { name: new RegExp(title) })
    .first()
    .click()
  await inView(page).getByRole('heading', { name: title }).waitFor()
}

/** Fills an input of the page and takes it. */
async function type(page: Page, name: RegExp, value: string): Promise<void> {
  const input = inView(page).getByRole('textbox', { name }).or(inView(page).getByRole('combobox', { name }))
  await input.first().fill(value)
  await input.first().press('Enter')
}

async function tryIt(page: Page): Promise<void> {
  await button(page, '试运行').click()
  await inView(page).getByText('将执行', { exact: true }).first().waitFor()
}

async function runIt(page: Page, reason: string): Promise<void> {
  await inView(page).getByRole('textbox', { name: words.reason }).fill(reason)
  await button(page, '执行').click()
}

const isDone = (page: Page) => inView(page).getByText('全部步骤已完成').waitFor({ timeout: LONG_MS })

interface Loaded {
  data: { settings: { music: number }; currency: { gold: string } }
}

/** What the game server itself holds, asked past the page. */
async function held(uId: string): Promise<{ music: number; gold: bigint }> {
  const admin = await world.running.signIn('admin')
  const answer = await admin.post<Loaded>(`/adjust/get?uId=${uId}`, {
    diffs: ['SettingsInfo', 'CurrencyInfo'],
  })
  const { settings, currency } = answer.body.data.data
  return { music: settings.music, gold: BigInt(currency.gold) }
}

describe('functions of the game server', () => {
  test('[S2.07] one that needs no player is run on the server', async () => {
    const { page, complaints, context } = await world.visit()
    await signIn(page, 'admin')
    await selectServer(page, words, NORTHWIND)
    await page.goto('/#/dataModify')
    await openFunction(page, '在线人数按等级')
    await runIt(page, '看看人数')
    await isDone(page)
    await inView(page).getByRole('grid').getByRole('row').nth(1).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('[S2.07][S9.02] one is tried on a player, then run; its run and its parameters are found again', async () => {
    const { page, complaints, context } = await world.visit()
    await signIn(page, 'admin', `/#/dataModify/${PLAYER}`)
    await openFunction(page, '发放道具')
    await type(page, / itemId$/, '10007')
    await type(page, / count$/, '3')
    await tryIt(page)
    await runIt(page, '补偿')
    await isDone(page)
    await inView(page).getByRole('radio', { name: '执行记录' }).click()
    await inView(page).getByRole('grid').getByText('补偿', { exact: true }).waitFor()
    await page.reload()
    await inView(page).getByRole('button', { name: '10007 · 3', exact: true }).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('[S2.07] a risky one in production asks for the typed uId', async () => {
    const { page, complaints, context } = await world.visit()
    await signIn(page, 'admin', `/#/dataModify/${LIVE_PLAYER}`)
    await openFunction(page, '增减金币')
    await type(page, / amount$/, '500')
    await tryIt(page)
    const before = await held(LIVE_PLAYER)
    await runIt(page, '充值补单')
    const dialog = page.getByRole('dialog')
    const confirm = dialog.getByRole('button', { name: /^执\s?行$/ })
    await dialog.getByRole('textbox').fill('10011000004')
    expect(await confirm.isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill(LIVE_PLAYER)
    await confirm.click()
    await isDone(page)
    expect((await held(LIVE_PLAYER)).gold - before.gold).toBe(500n)
    expect(complaints).toEqual([])
    await context.close()
  })
})

test('[S4.14] a function nobody has told of says so, until somebody says what it does', async () => {
  const { page, complaints, context } = await world.visit()
  await signIn(page, 'developer', '/#/dataModify')
  await selectServer(page, words, NORTHWIND)
  await openFunction(page, '重算竞技场排名')
  const tag = (text: string) => inView(page).getByText(text, { exact: true })
  await tag('影响未知').waitFor()
  await button(page, '“重算竞技场排名”的操作').click()
  await page.getByRole('menuitem', { name: '指定影响' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('游戏声明：影响未知').waitFor()
  await dialog.getByRole('switch', { name: '在控制台指定影响' }).click()
  await choose(dialog.getByLabel('影响', { exact: true }), '影响大批玩家')
  await page.keyboard.press('Escape')
  await dialog.getByRole('textbox', { name: '原因' }).fill('排名会通知所有人')
  await dialog.getByRole('button', { name: '保存影响' }).click()
  const proof = page.getByRole('dialog').getByLabel('密码')
  await proof.fill('quarterdeck-sandbox')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^确\s?认$|^验\s?证$|^继\s?续$/ })
    .click()
  await tag('影响大批玩家').waitFor()
  expect(complaints.filter((line) => !/ 428 /.test(line))).toEqual([])
  await context.close()
})

/** A new group with the operator in it; its name. */
async function groupOfOperator(): Promise<string> {
  const [admin, operator] = await Promise.all([
    world.running.signIn('admin'),
    world.running.signIn('operator'),
  ])
  const name = '客服夜班'
  const me = await operator.get<{ id: string }>('/adjust/userInfo')
  const group = await admin.post<{ groupId: string }>('/platform/userGroup/save', {
    name,
    parentId: null,
    externalName: '',
  })
  const join = { groupId: group.body.data.groupId, join: [me.body.data.id], leave: [] }
  await proven(admin, () => admin.post('/platform/userGroup/members/change', join))
  return name
}

async function tryUnsaved(page: Page, music: number): Promise<void> {
  await button(page, '试运行').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('玩家 uId').fill(PLAYER)
  await dialog.getByRole('textbox', { name: /\bby$/ }).fill('2')
  await dialog.getByRole('textbox', { name: /\bby$/ }).press('Tab')
  await dialog.getByRole('button', { name: /^试\s?运\s?行$/ }).click()
  await dialog
    .locator('ins', { hasText: String(Math.min(100, music + 2)) })
    .first()
    .waitFor()
  await dialog.getByText('将执行', { exact: true }).nth(2).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect((await held(PLAYER)).music).toBe(music)
}

async function saveFor(page: Page, group: string): Promise<void> {
  await button(page, '保存').click()
  const dialog = page.getByRole('dialog')
  await choose(dialog.getByLabel('用户组'), group)
  // Closes the list alone; the dialog stays.
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: /^保\s?存$/ }).click()
  await page.waitForURL(/#\/functionDesign\/./)
}

test('[S2.07]a function of three steps is composed, tried unsaved, shared, run by a colleague and on a list', async () => {
  const group = await groupOfOperator()
  const admin = await world.visit()
  await signIn(admin.page, 'admin')
  await selectServer(admin.page, words, NORTHWIND)
  await admin.page.goto('/#/functionDesign')
  const { music } = await held(PLAYER)
  await composeFunction(admin.page, TITLE)
  await tryUnsaved(admin.page, music)
  await saveFor(admin.page, group)

  const operator = await world.visit()
  await signIn(operator.page, 'operator', `/#/dataModify/${PLAYER}`)
  await openFunction(operator.page, TITLE)
  await type(operator.page, /\bby$/, '2')
  await tryIt(operator.page)
  await runIt(operator.page, '活动补偿')
  await isDone(operator.page)
  expect((await held(PLAYER)).music).toBe(Math.min(100, music + 2))
  expect(operator.complaints).toEqual([])
  await operator.context.close()

  const { page } = admin
  await page.goto(`/#/dataModify/${PLAYER}`)
  await openFunction(page, TITLE)
  await type(page, /\bby$/, '1')
  await inView(page).getByRole('radio', { name: '玩家列表' }).click()
  await inView(page)
    .getByRole('textbox', { name: /玩家列表|uId/ })
    .fill('30123000002\n30123000003\n30123000002')
  await inView(page).getByRole('textbox', { name: words.reason }).fill('活动补偿')
  await button(page, '建立批量作业').click()
  await page.waitForURL(/#\/jobs\//)
  await inView(page)
    .locator('header')
    .first()
    .getByText('成功', { exact: true })
    .waitFor({ timeout: LONG_MS })
  await inView(page).getByText('30123000003', { exact: true }).waitFor()
  expect(admin.complaints).toEqual([])
  await admin.context.close()
})
