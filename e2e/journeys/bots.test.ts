import { afterAll, beforeAll, expect, test } from 'vitest'
import { seriousFaults } from '../support/axe.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { WORDS, button, inView, message, selectServer, signIn } from '../support/steps.ts'

const LONG_MS = 40_000
const PLACE = { operator: 'Northwind', line: '测试线', server: 'S123' }
const SCENARIO = `scenario "登录并查看背包"
enter device "bot-e2e-{{bot}}"
send BagList
assert $.items exists`

let world: World
const words = WORDS.cn
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.end())

test('a developer writes a scenario, runs it with 20 clients, sees live figures and the report, and cancels another', async () => {
  const { page, complaints, context } = await world.visit()
  await signIn(page, 'developer')
  await selectServer(page, words, PLACE)
  await page.goto('/#/mock/bots')
  const view = inView(page)
  await view.getByRole('radio', { name: '文本' }).click()
  await view.getByRole('textbox', { name: '场景文本' }).fill('send')
  await view.getByText(/第 1 行.*缺少/).waitFor()
  await button(page, '运行').and(page.locator(':disabled')).waitFor()
  await view.getByRole('textbox', { name: '场景文本' }).fill(SCENARIO)
  await view.getByRole('radio', { name: '列表' }).click()
  expect(await view.getByRole('textbox', { name: '步骤 2' }).inputValue()).toBe('send BagList {}')
  await button(page, '保存').click()
  await page.getByText('已保存为版本 1').waitFor()

  await view.getByRole('spinbutton', { name: '最多轮次' }).fill('60')
  await view.getByRole('spinbutton', { name: '思考时间（秒）' }).fill('1')
  await button(page, '运行').click()
  await page.waitForURL(/#\/mock\/bots\/./)
  await view.getByText('运行中').waitFor()
  await view.getByText('在线').waitFor({ timeout: LONG_MS })
  await view.getByText(/60 轮成功，0 轮失败/).waitFor({ timeout: LONG_MS })
  await view.getByRole('cell', { name: '1401 BagList' }).waitFor()
  await view.getByRole('img', { name: /每秒消息最高/ }).waitFor()

  await view.getByRole('spinbutton', { name: '最多轮次' }).fill('')
  await button(page, '运行').click()
  await view.getByText('运行中').waitFor({ timeout: LONG_MS })
  await button(page, '停止').click()
  await view.getByText('已取消').first().waitFor({ timeout: LONG_MS })
  expect(complaints).toEqual([])
  await context.close()
})

test('a developer records two requests in the simulator, and runs the scenario with 3 clients', async () => {
  const { page, complaints, context } = await world.visit()
  await signIn(page, 'developer')
  await selectServer(page, words, PLACE)
  await page.goto('/#/mock')
  const view = inView(page)
  await button(page, '新建连接').last().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^连\s?接$/ }).click()
  const frames = view.getByRole('grid', { name: '时间线' })
  await frames.getByText('EnterRes', { exact: true }).waitFor()
  await button(page, '录制').click()
  for (const name of ['BagList', 'HeroList']) {
    await view.getByRole('searchbox', { name: '名称、编号、字段、注释' }).fill(name)
    await message(page, `lantern.${name}Req`).click()
    await button(page, '发送').click()
    await frames.getByText(`${name}Res`, { exact: true }).waitFor()
  }
  await button(page, /^停止录制/).click()
  const text = await dialog.getByRole('textbox', { name: '场景文本' }).inputValue()
  expect(text).toMatch(
    /^enter\n# lantern\.BagListReq\nsend 1401 \{\}\n# lantern\.HeroListReq\nsend \d+ \{\}\n$/m,
  )
  await dialog.getByRole('textbox', { name: '场景名称' }).fill('录制的场景')
  await button(page, '在场景页打开').click()
  await page.waitForURL(/#\/mock\/bots/)
  // The editor may still show the scenario of before.
  await expect.poll(() => view.getByRole('textbox', { name: '步骤 3' }).inputValue()).toBe('send 1401 {}')
  await view.getByRole('spinbutton', { name: '客户端数' }).fill('3')
  await view.getByRole('spinbutton', { name: '最多轮次' }).fill('3')
  await button(page, '运行').click()
  await page.waitForURL(/#\/mock\/bots\/./)
  await view.getByText(/3 轮成功，0 轮失败/).waitFor({ timeout: LONG_MS })
  await view.getByRole('cell', { name: '1401 BagList' }).waitFor()
  await button(page, '客户端模拟器').click()
  // Only frames in view are drawn: what the game has sent meanwhile moves this one out of it.
  await view.getByRole('textbox', { name: '筛选时间线' }).fill('cmd:1401')
  await frames.getByText('BagListRes', { exact: true }).waitFor()
  await button(page, '场景与机器人').click()
  await page.waitForURL(/#\/mock\/bots/)
  expect(complaints).toEqual([])
  await context.close()
})

test('a run goes on below the time line of the simulator, and its report has the player before and after', async () => {
  const { page, complaints, context } = await world.visit()
  await signIn(page, 'developer')
  await selectServer(page, words, PLACE)
  await page.goto('/#/mock/bots')
  const view = inView(page)
  await view.getByRole('radio', { name: '文本' }).click()
  const scenario = 'scenario "训练"\nenter device "bot-strip-{{bot}}"\nsend 1203 {"times":1}\nsleep 60000'
  await view.getByRole('textbox', { name: '场景文本' }).fill(scenario)
  await view.getByRole('spinbutton', { name: '客户端数' }).fill('2')
  await button(page, '运行').click()
  await page.waitForURL(/#\/mock\/bots\/./)
  await page.goto('/#/mock')
  const strip = view.getByRole('region', { name: '机器人 · 训练' })
  await strip.getByText(/^运行中 \d\d:\d\d$/).waitFor({ timeout: LONG_MS })
  await strip.getByText('2 / 2').waitFor({ timeout: LONG_MS })
  await strip.getByRole('button', { name: /^停\s?止$/ }).click()
  await strip.getByText(/^已取消/).waitFor({ timeout: LONG_MS })
  expect(await seriousFaults(page)).toEqual([])
  await strip.getByRole('link', { name: /^报\s?告$/ }).click()
  await page.waitForURL(/#\/mock\/bots\/./)
  const players = view.getByRole('region', { name: '运行前后的玩家状态' })
  await players.getByRole('region', { name: 'role' }).first().getByText('role.stamina').waitFor()
  await button(page, '客户端模拟器').click()
  await strip.getByRole('button', { name: '关闭' }).click()
  expect(await strip.count()).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
})
