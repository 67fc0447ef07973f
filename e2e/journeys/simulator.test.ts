import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seriousFaults } from '../support/axe.ts'
import type { Page } from '../support/browser.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { WORDS, button, inView, message, selectServer, signIn, spoken } from '../support/steps.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.end())

const SAID = {
  cn: {
    place: { operator: 'Northwind', line: '测试线', server: 'S123' },
    connect: /^新\s?建\s?连\s?接$/,
    go: /^连\s?接$/,
    timeline: '时间线',
    search: '名称、编号、字段、注释',
    send: /^发\s?送$/,
    request: '编写请求',
    detail: '帧详情',
    bytes: '字节',
    filter: '筛选时间线',
    menu: '连接操作',
    drop: '模拟断网',
    again: '立即重连',
    lost: /^(连接已断开|连接中断|已断开$)/,
    openSimulator: '打开模拟器',
    player: '玩家 uId',
  },
  en: {
    place: { operator: 'Northwind', line: '测试线', server: 'S123' },
    connect: /^New connection$/,
    go: /^Connect$/,
    timeline: 'Time line',
    search: 'Name, number, field, comment',
    send: /^Send$/,
    request: 'Request',
    detail: 'Frame',
    bytes: 'Bytes',
    filter: 'Filter the time line',
    menu: 'Connection actions',
    drop: 'Drop the network',
    again: 'Reconnect now',
    lost: /^(Connection closed|Connection lost|Closed$)/,
    openSimulator: 'Open simulator',
    player: 'Player uId',
  },
} as const

async function openSimulator(page: Page, language: 'cn' | 'en'): Promise<void> {
  await signIn(page, 'developer')
  await selectServer(page, WORDS[language], SAID[language].place)
  await page.goto('/#/mock')
}

/** Connects with a new account; waits for the reply of Enter. */
async function connect(page: Page, language: 'cn' | 'en'): Promise<void> {
  const said = SAID[language]
  await inView(page).getByRole('button', { name: said.connect }).last().click()
  await page.getByRole('dialog').getByRole('button', { name: said.go }).click()
  await frames(page, language).getByText('EnterRes', { exact: true }).waitFor()
}

const frames = (page: Page, language: 'cn' | 'en') =>
  inView(page).getByRole('grid', { name: SAID[language].timeline })

describe.each(spoken('en'))('in %s', (language) => {
  const said = SAID[language]

  test('[S2.08] a developer enters, sends a request, reads the reply, filters, drops and reconnects', async () => {
    const { page, complaints, context } = await world.visit({ language })
    await openSimulator(page, language)
    await connect(page, language)
    const table = frames(page, language)
    await table.getByText('EnterRes', { exact: true }).click()
    const detail = inView(page).getByRole('region', { name: said.detail })
    await detail.getByRole('treeitem', { name: /^userId 3\d+/ }).waitFor()
    await inView(page).getByRole('searchbox', { name: said.search }).fill('1401')
    await message(page, 'lantern.BagListReq').click()
    await inView(page).getByRole('button', { name: said.send }).click()
    await table.getByText('BagListRes', { exact: true }).click()
    await detail
      .getByRole('treeitem', { name: /itemId 1/ })
      .first()
      .hover()
    const bytes = detail.getByRole('grid', { name: said.bytes })
    await bytes.locator('[data-lit="true"]').first().waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await inView(page).getByRole('textbox', { name: said.filter }).fill('cmd:14*')
    await table.getByText('EnterRes', { exact: true }).waitFor({ state: 'detached' })
    await table.getByText('BagListRes', { exact: true }).waitFor()
    await inView(page).getByRole('button', { name: said.menu }).click()
    await page.getByRole('menuitem', { name: said.drop }).click()
    await inView(page).getByText(said.lost).first().waitFor()
    await inView(page).getByRole('button', { name: said.again }).first().click()
    await inView(page).getByText(said.lost).first().waitFor({ state: 'detached' })
    await inView(page).getByRole('textbox', { name: said.filter }).fill('cmd:1001')
    await table.getByText('EnterRes', { exact: true }).nth(1).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})

test('[S2.27] a new player is opened in the simulator, and enters', async () => {
  const said = SAID.cn
  const { page, complaints, context } = await world.visit()
  await signIn(page, 'developer')
  await selectServer(page, WORDS.cn, said.place)
  await button(page, '创建玩家').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^创\s?建$/ })
    .click()
  await button(page, said.openSimulator).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: said.player }).waitFor()
  const uId = await dialog.getByRole('textbox', { name: said.player }).inputValue()
  expect(uId).toMatch(/^\d+$/)
  await dialog.getByRole('button', { name: said.go }).click()
  await inView(page)
    .getByRole('tab', { name: new RegExp(uId) })
    .waitFor()
  await frames(page, 'cn').getByText('EnterRes', { exact: true }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a developer saves a request with a variable, and opens it on a phone after a reload', async () => {
  const said = SAID.cn
  const { page, complaints, context } = await world.visit()
  await openSimulator(page, 'cn')
  await inView(page).getByRole('searchbox', { name: said.search }).fill('1402')
  await message(page, 'lantern.UseItemReq').click()
  await inView(page).getByRole('textbox', { name: 'itemId' }).fill('{{item}}')
  await inView(page).getByRole('button', { name: '变量' }).click()
  const variables = page.getByRole('dialog')
  await variables.getByRole('button', { name: '新建环境' }).click()
  await variables.getByRole('textbox', { name: '环境名称' }).fill('dev')
  await button(page, '确定').last().click()
  await variables.getByRole('textbox', { name: '名称' }).fill('item')
  await variables.getByRole('textbox', { name: '值' }).fill('10060')
  await variables.getByRole('button', { name: /添\s?加/ }).click()
  await variables.getByRole('textbox', { name: 'item 的值' }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await variables.waitFor({ state: 'hidden' })
  await inView(page).getByRole('textbox', { name: 'itemId' }).press('Control+s')
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: '名称' }).fill('用招募令')
  await form.getByRole('combobox', { name: '文件夹' }).fill('背包/常用')
  await form.getByRole('button', { name: /^保\s?存$/ }).click()
  await inView(page).getByText('背包/常用 / 用招募令', { exact: true }).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate('sessionStorage.clear()')
  await page.goto('/#/mock')
  await page.reload()
  await inView(page).getByRole('radio', { name: '消息' }).first().click()
  await inView(page).getByRole('radio', { name: '已保存' }).click()
  await inView(page).getByRole('button', { name: '常用 1' }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await inView(page)
    .getByRole('button', { name: /^用招募令/ })
    .click()
  const item = inView(page).getByRole('textbox', { name: 'itemId' })
  await expect.poll(() => item.inputValue()).toBe('{{item}}')
  await inView(page).getByText('消息体 3 字节').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
