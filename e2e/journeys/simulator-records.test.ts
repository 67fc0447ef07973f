import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { OTHER_FILES, OTHER_LAYOUT, OTHER_LOGIN, speakOther } from '@qd/app-server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { seriousFaults } from '../support/axe.ts'
import type { Page } from '../support/browser.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { WORDS, button, inView, pasteText, selectServer, signIn } from '../support/steps.ts'

/* A game of other make: the console learns its frames and messages from what a developer gives it. */

const PLACE = { operator: 'Harbour', line: '开发线', server: 'S1' }

let world: World
let game: WebSocketServer
const host = () => `127.0.0.1:${(game.address() as AddressInfo).port}`

beforeAll(async () => {
  game = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  game.on('connection', (socket) => socket.on('message', speakOther((bytes) => socket.send(bytes)) as never))
  const [started] = await Promise.all([startWorld(), once(game, 'listening')])
  world = started
})
afterAll(async () => {
  game.close()
  await world.end()
})

/** An administrator lists the game's address. */
async function allowGame(): Promise<void> {
  const { page, complaints, context } = await world.visit()
  await signIn(page, WORDS.cn, 'admin')
  await selectServer(page, WORDS.cn, PLACE)
  await page.goto('/#/mock/records')
  const addresses = inView(page).getByRole('region', { name: /^允许的地址/ })
  await addresses.getByLabel('添加地址', { exact: true }).fill(host())
  await addresses.getByRole('button', { name: /^添\s?加$/ }).click()
  await addresses.getByText('仅 127.0.0.1 的').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
}

async function fillRecord(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^名称/).fill('外服')
  await dialog.getByLabel(/^地址/).fill(`ws://${host()}`)
  const text = dialog.locator('.cm-content')
  await text.click()
  await page.keyboard.press('ControlOrMeta+a')
  await pasteText(page, JSON.stringify({ ...OTHER_LAYOUT, lengthCovers: 'nothing' }))
  await dialog.getByText(/^lengthCovers/).waitFor()
  await page.keyboard.press('ControlOrMeta+a')
  await pasteText(page, JSON.stringify(OTHER_LAYOUT, null, 2))
  await dialog.getByText('e9 03 02 00 00 00 01 00 08 01', { exact: true }).waitFor()
  const files = Object.entries(OTHER_FILES).map(([name, proto]) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(proto),
  }))
  await dialog.locator('input[type=file]').setInputFiles(files)
  await dialog.getByText('common.proto', { exact: true }).waitFor()
  await dialog.getByLabel('命令', { exact: true }).click()
  await page.getByTitle('按命名规则').click()
  await dialog.getByLabel('请求的前缀').fill('C2S_')
  await dialog.getByLabel('应答的前缀').fill('S2C_')
  await dialog.getByLabel('编号所在的枚举').fill('other.Cmd')
  await dialog.getByLabel('进入', { exact: true }).click()
  await page.getByTitle('先发送一条消息').click()
  await dialog.getByLabel('命令号', { exact: true }).fill(String(OTHER_LOGIN))
}

test('a developer makes a record for a game of other make, connects by it and reads its frames', async () => {
  await allowGame()
  const { page, complaints, context } = await world.visit()
  await signIn(page, WORDS.cn, 'developer')
  await selectServer(page, WORDS.cn, PLACE)
  await page.goto('/#/mock')
  const connect = () =>
    inView(page)
      .getByRole('button', { name: /^新\s?建\s?连\s?接$/ })
      .last()
      .click()
  await connect()
  await button(page, '管理游戏记录').waitFor()
  // The button alone chooses a capture; the input of the browser stays hidden.
  expect(await page.locator('input[type=file]:visible').count()).toBe(0)
  await button(page, '管理游戏记录').click()
  await inView(page).getByRole('button', { name: '新建记录' }).click()
  await fillRecord(page)
  expect(await seriousFaults(page)).toEqual([])
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^保\s?存$/ })
    .click()
  await inView(page).getByText('格式 other，消息 5 个，命令 3 个').waitFor()

  await page.goto('/#/mock')
  await connect()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^连接到/ }).click()
  await page.getByRole('option', { name: /外服/ }).click()
  await dialog.getByRole('button', { name: /^连\s?接$/ }).click()
  const table = inView(page).getByRole('grid', { name: '时间线' })
  await table.getByText('S2C_Login', { exact: true }).click()
  const detail = inView(page).getByRole('region', { name: '帧详情' })
  await detail.getByRole('treeitem', { name: /^uId 9007199254740/ }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
