import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startConsoleProcess } from '@qd/app-server/testing'
import { NOTABLE_U_ID, startGameServerForTest } from '@qd/sandbox/testing'
import type { TestGameServer } from '@qd/sandbox/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assertNoFaults, launchBrowser, newVisitor } from '../support/browser.ts'
import type { Browser, Page } from '../support/browser.ts'
import { WORDS, button } from '../support/steps.ts'

const ADMIN = { username: 'founder', password: 'a long first password 1' }

let dataDir: string
let running: Awaited<ReturnType<typeof startConsoleProcess>>
let game: TestGameServer
let browser: Browser

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'qd-catalogue-'))
  const settings = { QD_SANDBOX: 'off', QD_DATA_DIR: dataDir, QD_LOG_LEVEL: 'error' }
  ;[running, game, browser] = await Promise.all([
    startConsoleProcess(settings),
    startGameServerForTest(),
    launchBrowser(),
  ])
})
afterAll(async () => {
  await browser.close()
  await running.stop()
  await game.stop()
  rmSync(dataDir, { recursive: true, force: true })
  assertNoFaults(browser)
})

/** The link the program prints once at its first start. */
function setupLink(): string {
  const line = running.lines.find((each) => each.includes('first administrator'))
  return /(https?:\S+)/.exec(line ?? '')?.[1] ?? ''
}

async function becomeAdministrator(page: Page): Promise<void> {
  await expect.poll(setupLink).not.toBe('')
  await page.goto(setupLink())
  await page.getByLabel('用户名').fill(ADMIN.username)
  await page.getByLabel('密码', { exact: true }).fill(ADMIN.password)
  await page.getByLabel('重复密码').fill(ADMIN.password)
  await page.getByRole('button', { name: '创建并前往登录' }).click()
  // The address changes before the page does: what is typed too early is typed into the page that goes.
  await button(page, '登录').waitFor()
  await page.getByLabel('用户名').fill(ADMIN.username)
  await page.getByLabel('密码', { exact: true }).fill(ADMIN.password)
  await button(page, '登录').click()
  await page.waitForURL((url) => !url.hash.startsWith('#/login'))
  await page.getByRole('main').waitFor()
}

/** Fills the record's form and sends it. */
async function create(page: Page, panel: string, fields: Record<string, string>): Promise<void> {
  const form = page.getByRole('region', { name: panel, exact: true })
  for (const [label, value] of Object.entries(fields)) {
    await form
      .getByLabel(new RegExp(`^${label}`))
      .first()
      .fill(value)
  }
  await button(page, '创建').click()
  await button(page, '保存').waitFor()
}

describe('a console without the sandbox', () => {
  test('[S1.01][S3.04] from nothing to a player, through the pages alone', async () => {
    const { page, complaints, context } = await newVisitor(browser, running.url)
    await becomeAdministrator(page)
    await page.getByRole('button', { name: '打开游戏目录' }).click()
    await page.getByRole('button', { name: '添加第一个游戏' }).click()
    await create(page, '游戏', { 名称: '灯海', 编号: 'lantern', 代号: 'lantern' })
    await page.getByRole('button', { name: '灯海: 添加运营商' }).click()
    await create(page, '运营商', { 名称: 'Northwind', 运营商代号: 'northwind', 平台号: '3' })
    await page.getByRole('button', { name: 'Northwind: 添加线路' }).click()
    await create(page, '线路', { 名称: '测试线', 线路编号: 'northwind-test', 线路代号: 'test' })

    await page.getByRole('button', { name: '测试线: 添加区服' }).click()
    const { target } = game
    const form = page.getByRole('region', { name: '区服', exact: true })
    const fill = (label: RegExp, value: string) => form.getByLabel(label).first().fill(value)
    await fill(/^sId/, String(target.sId))
    await fill(/^名称/, '潮汐之门')
    await fill(/^接口地址/, target.apiUrl)
    await fill(/^签名名称/, target.serverId)
    await fill(/^密钥编号/, target.keyId)
    await fill(/^密钥(?!编号)/, 'a wrong key')
    await fill(/^长连接地址/, target.ws)

    // Plain text on this very machine: both have to be said.
    await button(page, '测试连接').click()
    await page.getByText('明文地址需勾选').first().waitFor()
    await form.getByRole('switch', { name: '允许明文' }).click()
    await button(page, '测试连接').click()
    await page.getByText('本机地址需勾选').first().waitFor()
    await form.getByRole('switch', { name: '允许本机地址' }).click()

    await button(page, '测试连接').click()
    await page.getByText('连接没有完全成功').waitFor()
    await page.getByText('密钥可能不同').waitFor()
    await fill(/^密钥(?!编号)/, target.hashKey)
    await button(page, '测试连接').click()
    await page.getByText('一切正常').waitFor()
    await button(page, '创建').click()
    await page
      .getByRole('row', { name: /潮汐之门/ })
      .getByText('运行中')
      .waitFor()
    expect(await page.content()).not.toContain(target.hashKey)

    await page.goto('/#/index')
    await page.getByRole('combobox', { name: WORDS.cn.uId }).fill(NOTABLE_U_ID)
    await button(page, WORDS.cn.find).click()
    await page.getByText(`uId ${NOTABLE_U_ID}`).first().waitFor()
    await page.getByText('岚夜听潮').first().waitFor()
    expect(complaints.filter((line) => !/\b(400|403)\b/.test(line))).toEqual([])
    await context.close()
  })
})
