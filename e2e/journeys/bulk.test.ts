import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from '../support/browser.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { WORDS, button, inView, openModule, openPlayer, signIn } from '../support/steps.ts'

const PLAYER = '30123000045'
const LONG_MS = 40_000

let world: World
const words = WORDS.cn
beforeAll(async () => {
  world = await startWorld({ withGameProcesses: true })
})
afterAll(() => world.end())

const player = (sId: number, index: number): string => String(30_000_000_000 + sId * 1_000_000 + index)
const upTo = (sId: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => player(sId, index + 1))

/** What the game servers themselves hold, asked past the page. */
async function voicesOf(uIds: readonly string[]): Promise<number[]> {
  const admin = await world.running.signIn('admin')
  const voices: number[] = []
  for (const uId of uIds) {
    const answer = await admin.post<{ data: { settings: { voice: number } } }>(`/adjust/get?uId=${uId}`, {
      diffs: ['SettingsInfo'],
    })
    voices.push(answer.body.data.data.settings.voice)
  }
  return voices
}

/** Stops and continues the process of a game server, as a machine that hangs. */
function signalServer(name: string, signal: 'SIGSTOP' | 'SIGCONT'): void {
  const file = join(world.running.dataDir, 'sandbox', 'pids', `${name}.pid`)
  process.kill(Number.parseInt(readFileSync(file, 'utf8'), 10), signal)
}

/** The pending panel's way to the page, with one change of the player's settings. */
async function takeChange(page: Page, value: string): Promise<void> {
  await openPlayer(page, words, PLAYER)
  await openModule(page, 'settings')
  const field = inView(page).getByRole('textbox', { name: / voice/ })
  await field.fill(value)
  await field.press('Enter')
  await inView(page).getByRole('button', { name: '应用到更多玩家…' }).click()
  await inView(page).getByRole('textbox', { name: '玩家名单' }).waitFor()
}

/** The state of the job in the head of its page. */
const state = (page: Page, text: string) =>
  inView(page).locator('header').first().getByText(text, { exact: true }).waitFor({ timeout: LONG_MS })

test('sixty players of two servers from a pasted list: previewed, held up by a server, paused, resumed, taken back', async () => {
  const { page, complaints, context } = await world.visit()
  await signIn(page, 'admin')
  const players = [...upTo(123, 30), ...upTo(124, 30)]
  const some = [players[0]!, players[29]!, players[30]!, players[59]!]
  const before = await voicesOf(some)
  const value = before.includes(37) ? '38' : '37'
  await takeChange(page, value)

  await inView(page)
    .getByRole('radio', { name: /全部区服/ })
    .click()
  const rubbish = [players[0]!, 'not a player', '10001000003', '99999000001']
  await inView(page)
    .getByRole('textbox', { name: '玩家名单' })
    .fill([...players, ...rubbish].join('\n'))
  await button(page, '读取名单').click()
  await inView(page).getByText('60 名玩家', { exact: true }).waitFor()
  await inView(page).getByText('重复 1', { exact: true }).waitFor()
  const told = (line: number, text: string) =>
    inView(page)
      .getByRole('listitem')
      .filter({ hasText: `第 ${line} 行` })
      .getByText(text, { exact: true })
      .waitFor()
  await told(62, 'player')
  await told(63, '10001000003')
  await told(64, '99999000001')

  await button(page, '预览').click()
  await inView(page).getByText('将修改', { exact: true }).nth(2).waitFor()
  await inView(page).getByRole('textbox', { name: words.reason }).fill('夜间音量')
  signalServer('S124', 'SIGSTOP')
  try {
    await button(page, '为 60 名玩家开始').click()
    await page.waitForURL(/#\/jobs\//, { timeout: LONG_MS })
    await button(page, '暂停').click({ timeout: LONG_MS })
    await state(page, '已暂停')
    await button(page, '暂停').waitFor({ state: 'detached' })
  } finally {
    signalServer('S124', 'SIGCONT')
  }
  await button(page, '继续').click()
  await state(page, '成功')
  expect(await voicesOf(some)).toEqual(some.map(() => Number(value)))

  const coming = page.waitForEvent('download')
  await button(page, '下载结果文件').click()
  const [head, ...rows] = readFileSync(await (await coming).path(), 'utf8')
    .trim()
    .split(/\r?\n/)
  expect(head).toContain('key')
  expect(rows.filter((row) => /done|skipped/.test(row))).toHaveLength(60)

  await page.goto('/#/bulkEdit')
  const panel = inView(page).getByRole('region', { name: /^此处的批量修改/ })
  await panel.getByRole('button', { name: '撤销…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: words.reason }).fill('改错了')
  await dialog.getByRole('button', { name: /^撤\s?销$/ }).click()
  await page.waitForURL(/#\/jobs\//)
  await state(page, '成功')
  expect(await voicesOf(some)).toEqual(before)

  // Both jobs stand in the list with their place in words.
  await page.goto('/#/jobs')
  await inView(page).getByText('Northwind / 测试线', { exact: true }).nth(1).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a list of several megabytes is uploaded with its progress, goes on after the network was away, and is read', async () => {
  const { page, context } = await world.visit()
  await signIn(page, 'operator')
  await takeChange(page, '41')
  // An export of a database: the uId is one column of many.
  const rows = [...upTo(123, 20)].flatMap((uId) =>
    Array.from({ length: 2_000 }, (_, index) => `${uId},${index},${'x'.repeat(150)}`),
  )
  const buffer = Buffer.from(`uId,n,note\n${rows.join('\n')}\n`)
  let parts = 0
  await page.route('**/platform/file/part*', async (route) => {
    parts += 1
    // The second part meets a network that is gone.
    if (parts === 2) await route.abort('connectionreset')
    else await route.continue()
  })
  await inView(page)
    .getByLabel('选择文件…')
    .setInputFiles({ name: 'players.csv', mimeType: 'text/csv', buffer })
  await inView(page)
    .getByText(/^上传已停下/)
    .waitFor()
  await inView(page).getByRole('button', { name: '继续上传' }).click()
  await inView(page).getByText('players.csv：已上传').waitFor({ timeout: LONG_MS })
  await button(page, '读取名单').click()
  await inView(page).getByText('20 名玩家').waitFor({ timeout: LONG_MS })
  await inView(page).getByText('重复 39,980').waitFor()
  // The job reads the file itself; nothing of the list comes with the start.
  await button(page, '预览').click()
  await inView(page)
    .getByText(/其余仅统计数量，共 20 名/)
    .waitFor({ timeout: LONG_MS })
  await inView(page).getByRole('textbox', { name: words.reason }).fill('导出名单')
  await button(page, '为 20 名玩家开始').click()
  await page.waitForURL(/#\/jobs\//, { timeout: LONG_MS })
  await state(page, '成功')
  expect(await voicesOf([upTo(123, 20)[0]!, upTo(123, 20)[19]!])).toEqual([41, 41])
  await context.close()
})

test('players of two servers in one job: some are tried first, somebody looks, then the others follow', async () => {
  const { page, complaints, context } = await world.visit()
  await signIn(page, 'operator')
  const players = [...upTo(123, 10), ...upTo(124, 10)]
  const before = await voicesOf(players)
  const value = before.includes(52) ? 53 : 52
  await takeChange(page, String(value))
  await inView(page).getByRole('combobox', { name: '还包括的线路和区服' }).click()
  await page.getByTitle('S124 琥珀礁').click()
  await inView(page).getByRole('textbox', { name: '玩家名单' }).fill(players.join('\n'))
  await button(page, '读取名单').click()
  await inView(page).getByRole('status').getByText('20 名玩家', { exact: true }).waitFor()
  const perServer = inView(page).getByRole('listitem').filter({ hasText: 'S124 琥珀礁' })
  await perServer.getByText('10', { exact: true }).first().waitFor()
  await button(page, '预览').click()
  await inView(page).getByText('将修改', { exact: true }).nth(2).waitFor()
  await inView(page).getByRole('switch', { name: '先用部分玩家试行' }).click()
  await inView(page).getByRole('spinbutton', { name: '试行的玩家数' }).fill('4')
  await inView(page).getByRole('textbox', { name: words.reason }).fill('两个区服')
  await button(page, '为 20 名玩家开始').click()
  await page.waitForURL(/#\/jobs\//, { timeout: LONG_MS })
  await state(page, '已暂停')
  await inView(page)
    .getByText(/请检查结果，再进入下一阶段/)
    .waitFor()
  expect(await voicesOf(players)).toEqual(players.map((_, at) => (at < 4 ? value : before[at])))
  await button(page, '进入下一阶段').click()
  await state(page, '成功')
  expect(await voicesOf(players)).toEqual(players.map(() => value))
  expect(complaints).toEqual([])
  await context.close()
})
