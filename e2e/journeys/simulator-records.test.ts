import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { world as sandbox } from '@qd/sandbox'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seriousFaults } from '../support/axe.ts'
import type { Page } from '../support/browser.ts'
import { BIG, ENTER, ISLE_LAYOUT, startIsleGame } from '../support/isle/isle-game.ts'
import type { IsleGame } from '../support/isle/isle-game.ts'
import { PROTOS } from '../support/isle/protoc.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { WORDS, button, inView, pasteText, selectServer, signIn } from '../support/steps.ts'

/* A game of other make: the console learns its frames and messages from what a developer gives it. */

const COMMANDS = `cmd,name,req,res,push
301,Hello,ClHello,SvHello,
302,Beat,ClBeat,SvBeat,
410,Look,ClLook,SvLook,
411,Trade,ClTrade,SvTrade,
500,Weather,,,EvWeather
`
const LINE = 'harbour-dev'
const NAME = '外服'
const PLACE = { operator: 'Harbour', line: '开发线', server: 'S1' }
const ROOT = join(import.meta.dirname, '../..')

let world: World
let game: IsleGame
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'qd-record-'))
  ;[world, game] = await Promise.all([startWorld(), startIsleGame()])
})
afterAll(async () => {
  await world.end()
  await game.stop()
  rmSync(folder, { recursive: true })
})

/** An administrator lists the game's address. */
async function allowGame(): Promise<void> {
  const { page, complaints, context } = await world.visit()
  await signIn(page, 'admin')
  await selectServer(page, WORDS.cn, PLACE)
  await page.goto('/#/mock/records')
  const addresses = inView(page).getByRole('region', { name: /^允许的地址/ })
  await addresses.getByLabel('添加地址', { exact: true }).fill(game.ws)
  await addresses.getByRole('button', { name: /^添\s?加$/ }).click()
  await addresses.getByText('仅 127.0.0.1 的').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
}

async function fillRecord(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^名称/).fill(NAME)
  await dialog.getByLabel(/^地址/).fill(`ws://${game.ws}`)
  const text = dialog.locator('.cm-content')
  await text.click()
  await page.keyboard.press('ControlOrMeta+a')
  await pasteText(page, JSON.stringify({ ...ISLE_LAYOUT, lengthCovers: 'nothing' }))
  await dialog.getByText(/^lengthCovers/).waitFor()
  await page.keyboard.press('ControlOrMeta+a')
  await pasteText(page, JSON.stringify(ISLE_LAYOUT, null, 2))
  await dialog.getByText('00 0b 03 e9 00 00 00 01 00 08 01', { exact: true }).waitFor()
  const protos = readdirSync(PROTOS, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.proto'),
  )
  await dialog.locator('input[type=file]').setInputFiles(protos.map((name) => join(PROTOS, name)))
  await dialog.getByText('kinds.proto', { exact: true }).waitFor()
  await dialog.getByLabel('CSV', { exact: true }).fill(COMMANDS)
  await dialog.getByLabel('进入', { exact: true }).click()
  await page.getByTitle('先发送一条消息').click()
  await dialog.getByLabel('命令号', { exact: true }).fill(String(ENTER.cmd))
  await dialog.getByLabel('消息（JSON）', { exact: true }).fill(ENTER.body)
}

test('a developer makes a record for a game of other make, connects by it and reads its frames', async () => {
  await allowGame()
  const { page, complaints, context } = await world.visit()
  await signIn(page, 'developer')
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
  await inView(page).getByText('格式 isle，消息 20 个，命令 5 个').waitFor()

  await page.goto('/#/mock')
  await connect()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^连接到/ }).click()
  await page.getByRole('option', { name: /外服/ }).click()
  await dialog.getByRole('button', { name: /^连\s?接$/ }).click()
  const table = inView(page).getByRole('grid', { name: '时间线' })
  await table.getByText('SvHello', { exact: true }).click()
  const detail = inView(page).getByRole('region', { name: '帧详情' })
  await detail.getByRole('treeitem', { name: new RegExp(`^uId ${BIG.uId}`) }).waitFor()
  await button(page, '录制').click()
  await inView(page).locator('button[data-message="isle.ClTrade"]').first().click()
  await button(page, '发送').click()
  await table.getByText('EvWeather', { exact: true }).waitFor()
  await button(page, /^停止录制/).click()
  const recorded = await dialog.getByRole('textbox', { name: '场景文本' }).inputValue()
  expect(recorded).toContain('enter\n# isle.ClTrade\nsend 411 {}')
  writeFileSync(join(folder, 'day.txt'), recorded)
  expect(complaints).toEqual([])
  await context.close()
})

/** `npm run simulate` with a token of the developer, as a build server calls it. */
async function simulate(token: string, file: string, ...more: string[]) {
  const args = [file, '--record', NAME, '--line', LINE, '--clients', '20', '--junit', 'out.xml', ...more]
  const child = spawn('npm', ['run', '--silent', '--prefix', ROOT, 'simulate', '--', ...args], {
    cwd: folder,
    env: { ...process.env, QD_TOKEN: token, QD_CONSOLE: world.running.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number]>,
  ])
  return { code, said: out + err }
}

/** The junit file as a parser of XML reads it. */
async function readJunit(): Promise<{ fault: string; tests: string; failures: string; cases: string[] }> {
  const xml = readFileSync(join(folder, 'out.xml'), 'utf8')
  rmSync(join(folder, 'out.xml'))
  const { page, context } = await world.visit()
  try {
    return (await page.evaluate(`(() => {
      const read = new DOMParser().parseFromString(${JSON.stringify(xml)}, 'application/xml')
      const root = read.documentElement
      return {
        fault: read.querySelector('parsererror')?.textContent ?? '',
        tests: root.getAttribute('tests'),
        failures: root.getAttribute('failures'),
        cases: [...read.querySelectorAll('testcase')].map((each) => each.getAttribute('name')),
      }
    })()`)) as Awaited<ReturnType<typeof readJunit>>
  } finally {
    await context.close()
  }
}

test('what was recorded is played by 20 clients from the command line, and its end tells how it went', async () => {
  const developer = await world.running.signIn('developer')
  const codes = ['mock.simulator.bots', 'mock.simulator.connect']
  const made = await developer.post<{ token: string }>('/api/auth/tokens/create', {
    tokenName: 'ci',
    expiresAt: Date.now() + 3_600_000,
    grants: [{ scope: 'lantern/harbour', environment: '*', codes }],
    password: sandbox.accountPassword,
  })
  const { token } = made.body.data
  const good = await simulate(token, 'day.txt')
  expect(good, good.said).toMatchObject({ code: 0 })
  const passed = await readJunit()
  expect(passed).toMatchObject({ fault: '', failures: '0' })
  expect(passed.cases).toEqual(expect.arrayContaining(['Hello', 'Trade']))
  const wrong = `${readFileSync(join(folder, 'day.txt'), 'utf8')}assert $.left > 0 else "<less> & more"\n`
  writeFileSync(join(folder, 'wrong.txt'), wrong)
  const bad = await simulate(token, 'wrong.txt')
  expect(bad, bad.said).toMatchObject({ code: 1, said: expect.stringContaining('20 x assert') })
  expect(await readJunit()).toMatchObject({ fault: '', failures: '1' })
  const none = await simulate(token, 'nowhere.txt')
  expect([none.code, none.said]).toEqual([2, expect.stringContaining('cannot read')])
})

test('the record is documented: searched, linked to, tried, and taken as pages for a folder on a phone', async () => {
  const { page, complaints, context } = await world.visit()
  await signIn(page, 'developer')
  await selectServer(page, WORDS.cn, PLACE)
  await page.goto('/#/mock/records')
  await button(page, `协议说明 ${NAME}`).click()
  const search = inView(page).getByRole('searchbox', { name: '名称、编号、字段、注释' })
  await search.fill('ckbb')
  await inView(page).getByRole('treeitem').filter({ hasText: '410' }).first().click()
  await inView(page).getByRole('link', { name: 'ClLook', exact: true }).click()
  await inView(page).getByRole('heading', { name: 'ClLook', exact: true }).waitFor()
  await inView(page).getByRole('cell', { name: '页码' }).waitFor()
  await inView(page).getByRole('link', { name: 'page', exact: true }).click()
  expect(await seriousFaults(page)).toEqual([])
  await page.reload()
  await inView(page).locator('tr[data-chosen=true]').getByText('page', { exact: true }).waitFor()
  const coming = page.waitForEvent('download')
  await inView(page).getByRole('button', { name: '下载' }).click()
  await page.getByRole('menuitem', { name: '静态站点（zip）' }).click()
  const zip = readFileSync((await (await coming).path())!)
  for (const [name, content] of Object.entries(unzipSync(zip))) writeFileSync(join(folder, name), content)
  await inView(page).getByRole('button', { name: '关于模拟器' }).click()
  await inView(page).getByText(`ws://${game.ws}`).waitFor()
  await inView(page).getByRole('link', { name: '协议说明' }).click()
  await inView(page).getByRole('treeitem').filter({ hasText: 'Look' }).first().click()
  await inView(page).getByRole('link', { name: '试一试' }).click()
  await inView(page).getByRole('textbox', { name: 'page' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
  await readSite(pathToFileURL(join(folder, 'index.html')).href)
})

/** The pages in the folder, without a server, 390 px wide. */
async function readSite(address: string): Promise<void> {
  const reader = await world.browser.newContext({
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  })
  const site = await reader.newPage()
  const faults: string[] = []
  site.on('pageerror', (error) => faults.push(String(error)))
  site.on('console', (message) => (message.type() === 'error' ? faults.push(message.text()) : undefined))
  site.on('request', (asked) => (asked.url().startsWith('file:') ? undefined : faults.push(asked.url())))
  await site.goto(address)
  await site.getByRole('searchbox', { name: '名称、编号、字段、注释' }).fill('ckbb')
  await site.getByRole('link', { name: /ClLook/ }).click()
  await site.getByRole('heading', { name: 'ClLook', exact: true }).waitFor()
  await site.getByRole('link', { name: 'page', exact: true }).click()
  const deep = site.url()
  const second = await reader.newPage()
  await second.goto(deep)
  await second.locator('tr.chosen').getByText('page', { exact: true }).waitFor()
  const wide = (await second.evaluate('document.documentElement.scrollWidth')) as number
  expect(wide).toBeLessThanOrEqual(390)
  expect(faults).toEqual([])
  await reader.close()
}
