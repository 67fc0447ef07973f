import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLive, speakTo } from '@qd/app-server/testing'
import { decodeMessage, readSchema } from '@qd/proto-wire'
import type { ConnectionView, FrameSummary } from '@qd/simulator/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAlone } from '../support/alone.ts'
import type { AloneRun } from '../support/alone.ts'
import { seriousFaults } from '../support/axe.ts'
import { assertNoFaults, launchBrowser, newVisitor } from '../support/browser.ts'
import type { Browser, Page } from '../support/browser.ts'
import { BIG, ENTER, ISLE_LAYOUT, ISLE_XOR_LAYOUT, RULE, startIsleGame } from '../support/isle/isle-game.ts'
import type { IsleGame } from '../support/isle/isle-game.ts'
import { anyEverything } from '../support/isle/any-everything.ts'
import { PROTOS, decoded, encoded } from '../support/isle/protoc.ts'
import { button, inView, pasteText } from '../support/steps.ts'

/* `npm run simulator`, as somebody uses it who has a game, its .proto files and a terminal. */

const SAID = {
  cn: {
    connect: /^新\s?建\s?连\s?接/,
    go: /^连\s?接$/,
    timeline: '时间线',
    search: '名称、编号、字段、注释',
    send: /^发\s?送$/,
    detail: '帧详情',
    bytes: '字节',
    filter: '筛选时间线',
    record: '录制',
    stop: /^停止录制/,
    name: '场景名称',
    open: '在场景页打开',
  },
  en: {
    connect: /^New connection/,
    go: /^Connect$/,
    timeline: 'Time line',
    search: 'Name, number, field, comment',
    send: /^Send$/,
    detail: 'Frame',
    bytes: 'Bytes',
    filter: 'Filter the time line',
    record: 'Record',
    stop: /^Stop recording/,
    name: 'Name of the scenario',
    open: 'Open in scenarios',
  },
} as const
type Said = (typeof SAID)['cn' | 'en']

const COMMANDS = ['--enum', RULE.enum, '--request', RULE.request, '--reply', RULE.reply, '--push', RULE.push]
const GIVEN = [...COMMANDS, '--enter', String(ENTER.cmd), '--enter-body', ENTER.body]

let folder: string
let browser: Browser
let game: IsleGame
let secret: IsleGame
const running: AloneRun[] = []
/** Bodies of ClEcho that the game got, and what it answers the next with. */
const heard: Buffer[] = []
let answer: Buffer | undefined

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'qd-isle-'))
  writeFileSync(join(folder, 'isle.json'), JSON.stringify(ISLE_LAYOUT))
  writeFileSync(join(folder, 'xor.json'), JSON.stringify(ISLE_XOR_LAYOUT))
  const onEcho = (body: Buffer) => {
    heard.push(body)
    return answer
  }
  ;[browser, game, secret] = await Promise.all([
    launchBrowser(),
    startIsleGame({ onEcho }),
    startIsleGame({ isCiphered: true }),
  ])
})
afterAll(async () => {
  for (const run of running) await run.interrupt()
  await browser.close()
  await Promise.all([game.stop(), secret.stop()])
  rmSync(folder, { recursive: true })
  assertNoFaults(browser)
})

function alone(...args: string[]): AloneRun {
  const run = startAlone(folder, ...args)
  running.push(run)
  return run
}

/** Opens the link that is printed, and connects. */
async function open(run: AloneRun, language: 'cn' | 'en') {
  const link = await run.said('Open once: ')
  const visitor = await newVisitor(browser, new URL(link).origin, { language })
  await visitor.page.goto(link)
  await inView(visitor.page).getByRole('button', { name: SAID[language].connect }).last().waitFor()
  return visitor
}

const frames = (page: Page, said: Said) => inView(page).getByRole('grid', { name: said.timeline })

async function connect(page: Page, said: Said): Promise<void> {
  await inView(page).getByRole('button', { name: said.connect }).last().click()
  await page.getByRole('dialog').getByRole('button', { name: said.go }).click()
}

async function choose(page: Page, said: Said, wanted: string, fullName: string): Promise<void> {
  await inView(page).getByRole('searchbox', { name: said.search }).fill(wanted)
  await inView(page).locator(`button[data-message="${fullName}"]`).first().click()
}

test('starts by the command, speaks to a game of other make, records a scenario and plays it, in cn', async () => {
  const said = SAID.cn
  const run = alone(PROTOS, `ws://${game.ws}`, '--frame', 'isle.json', ...GIVEN)
  const { page, complaints, context } = await open(run, 'cn')
  await connect(page, said)
  const table = frames(page, said)
  await table.getByText('SvHello', { exact: true }).click()
  const detail = inView(page).getByRole('region', { name: said.detail })
  await detail.getByRole('treeitem', { name: new RegExp(`^uId ${BIG.uId}`) }).waitFor()
  await button(page, said.record).click()
  // By the pinyin of a comment in the .proto file.
  await choose(page, said, 'ckbb', 'isle.ClLook')
  await inView(page).getByRole('textbox', { name: 'page' }).fill('3')
  await inView(page).getByRole('button', { name: said.send }).click()
  await table.getByText('SvLook', { exact: true }).click()
  await detail
    .getByRole('treeitem', { name: new RegExp(BIG.thing) })
    .first()
    .hover()
  await detail.getByRole('grid', { name: said.bytes }).locator('[data-lit="true"]').first().waitFor()
  await choose(page, said, '411', 'isle.ClTrade')
  await inView(page).getByRole('radio', { name: 'JSON' }).first().click()
  await inView(page).locator('.cm-content').first().click()
  await page.keyboard.press('ControlOrMeta+a')
  await pasteText(page, `{"thing_id": "${BIG.thing}", "money": {"amount": "${BIG.money}"}}`)
  await inView(page).getByRole('button', { name: said.send }).click()
  await table.getByText('SvTrade', { exact: true }).waitFor()
  await table.getByText('EvWeather', { exact: true }).click()
  await detail.getByRole('treeitem', { name: /^sky .*雨/ }).waitFor()
  await detail.getByRole('treeitem', { name: new RegExp(`^until ${BIG.money}`) }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await inView(page)
    .getByRole('textbox', { name: said.filter })
    .fill('until=' + BIG.money)
  await table.getByText('SvTrade', { exact: true }).waitFor({ state: 'detached' })
  await table.getByText('EvWeather', { exact: true }).waitFor()
  await inView(page).getByRole('textbox', { name: said.filter }).fill('')
  await button(page, said.stop).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByRole('textbox', { name: '场景文本' }).inputValue()).toContain(
    'enter\n# isle.ClLook\nsend 410 {"page":3}',
  )
  await dialog.getByRole('textbox', { name: said.name }).fill('岛上一天')
  await button(page, said.open).click()
  await page.waitForURL(/#\/mock\/bots/)
  await button(page, '保存').click()
  await page.getByText('已保存为版本 1').waitFor()
  await inView(page).getByRole('spinbutton', { name: '客户端数' }).fill('2')
  await inView(page).getByRole('spinbutton', { name: '最多轮次' }).fill('4')
  await button(page, '运行').click()
  await inView(page)
    .getByText(/4 轮成功，0 轮失败/)
    .waitFor({ timeout: 40_000 })
  expect(complaints).toEqual([])
  await context.close()
  expect((await run.interrupt()).text).not.toContain('Error')
})

test('over TCP with a cipher: a refusal in its own words, and a malformed capture, in en', async () => {
  const said = SAID.en
  const run = alone(PROTOS, `tcp://${secret.tcp}`, '--frame', 'xor.json', ...GIVEN)
  const { page, complaints, context } = await open(run, 'en')
  await connect(page, said)
  const table = frames(page, said)
  await table.getByText('SvHello', { exact: true }).waitFor()
  await choose(page, said, 'trade', 'isle.ClTrade')
  await inView(page).getByRole('combobox', { name: /price/ }).click()
  await page.getByTitle('promise', { exact: true }).click()
  await inView(page).getByRole('textbox', { name: 'promise' }).fill('tomorrow')
  await inView(page).getByRole('button', { name: said.send }).click()
  await table.getByText('402', { exact: true }).click()
  const detail = inView(page).getByRole('region', { name: said.detail })
  await detail.getByText(/status 402: .*promises buy nothing/).waitFor()
  const lines = ['> 000b019a000000010008 03', 'this is no frame', '< 0005', '> 000b019a0000000200 08ff']
  await inView(page).getByRole('button', { name: said.connect }).last().click()
  await page.locator('input[type=file]').setInputFiles({
    name: 'broken.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(lines.join('\n')),
  })
  const tooShort = table.getByText(/frame says 5 bytes/)
  await tooShort.waitFor()
  await table.getByText(/line 2/).click()
  await detail.getByText(/line 2/).waitFor()
  await tooShort.click()
  await detail
    .getByText(/offset 0x0/)
    .first()
    .waitFor()
  await table.getByText('ClLook', { exact: true }).last().click()
  await detail.getByText(/Reading failed at offset/).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

/** A connection of the developer, as the page has it, without the page. */
async function openChannel(run: AloneRun) {
  const link = new URL(await run.said('Open once: '))
  const query = new URLSearchParams(link.hash.split('?')[1])
  const signedIn = await speakTo(link.origin, null).post<{ token: string }>('/api/auth/link', {
    code: query.get('link'),
  })
  const developer = speakTo(link.origin, signedIn.body.data.token)
  const recordId = new URLSearchParams(query.get('redirect')!.split('?')[1]).get('record')!
  const at = { lineId: 'local', recordId }
  const known = await developer.post<{ proto: { nested: object } }>(
    '/platform/simulator/record/definition',
    at,
  )
  const live = await openLive(link.origin, developer)
  const channel = await live.open('simulator.connection', {
    target: { kind: 'record', ...at },
    account: { kind: 'new' },
  })
  await channel.event<{ connection?: ConnectionView }>(({ connection }) => connection?.phase === 'open')
  return { channel, proto: known.body.data.proto, close: () => live.socket.terminate() }
}

test('messages of every kind are written and read as the compiler of protobuf does it', async () => {
  const run = alone(PROTOS, `ws://${game.ws}`, '--frame', 'isle.json', ...GIVEN)
  const { channel, proto, close } = await openChannel(run)
  const read = readSchema(proto)
  if (!read.ok) throw new Error(read.reason)
  /** Sends a body; gives what the game got, and what the frame of its reply says. */
  const exchange = async (body: unknown) => {
    heard.length = 0
    const { seq } = await channel.ask<{ seq: number }>('send', { cmd: 412, body })
    let reply: FrameSummary | undefined
    await channel.event<{ last?: FrameSummary[] }>(({ last = [] }) => {
      reply ??= last.find((row) => row.seq === seq && row.direction === 'reply')
      return reply !== undefined
    })
    const { bytes } = await channel.ask<{ bytes: string }>('frame', { n: reply!.n })
    const { bodyAt, bodySize } = reply!
    const shown = Buffer.from(bytes, 'base64').subarray(bodyAt, bodyAt + bodySize)
    return { got: heard[0]!, json: decodeMessage(read.schema, 'isle.SvEcho', shown)?.json }
  }
  for (let seed = 1; seed <= 30; seed += 1) {
    const { json, text } = anyEverything(seed)
    answer = encoded('ClEcho', text)
    const truth = decoded('ClEcho', answer)
    const there = await exchange(json)
    expect(decoded('ClEcho', there.got), `written, seed ${seed}`).toBe(truth)
    const back = await exchange(there.json)
    expect(decoded('ClEcho', back.got), `read, seed ${seed}`).toBe(truth)
  }
  answer = undefined
  close()
})

test('what is given wrongly is said in words that help, and the exit code is 2', async () => {
  const broken = join(folder, 'broken')
  mkdirSync(broken)
  writeFileSync(join(broken, 'a.proto'), 'syntax = "proto3";\nmessage A {\n  B b = 1;\n}\n')
  const socket = `ws://${game.ws}`
  const nothing = await alone().ended
  expect(nothing.code).toBe(2)
  expect(nothing.text).toContain('npm run simulator -- DEFINITIONS ADDRESS')
  const taken = game.garbage.split(':')[1]!
  for (const [args, line] of [
    [['nowhere', socket], /^\S*nowhere does not exist$/],
    [[broken, socket], /a\.proto .*'B' in Type \.A \(line 3\)/],
    [
      [PROTOS, socket, '--frame', 'isle.json', ...COMMANDS, '--port', taken],
      /^--port: \d+ cannot be used \(EADDRINUSE\)$/,
    ],
  ] as const) {
    const { code, text } = await alone(...args).ended
    expect([code, text]).toEqual([2, expect.stringMatching(line)])
  }
})

test('a game that is not there, and one that talks garbage, are told on the page', async () => {
  const said = SAID.cn
  const free = await startIsleGame()
  await free.stop()
  const gone = await open(alone(PROTOS, `tcp://${free.tcp}`, '--frame', 'isle.json', ...GIVEN), 'cn')
  await connect(gone.page, said)
  await inView(gone.page)
    .getByText(/ECONNREFUSED|无法连接|拒绝/)
    .first()
    .waitFor()
  await gone.context.close()
  const odd = await open(alone(PROTOS, `tcp://${game.garbage}`, '--frame', 'isle.json', ...GIVEN), 'cn')
  await connect(odd.page, said)
  await frames(odd.page, said).getByText('无法解析的帧').first().waitFor()
  expect([...gone.complaints, ...odd.complaints]).toEqual([])
  await odd.context.close()
})
