import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from '../support/browser.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { WORDS, button, inView, openModule, pasteText, signIn, spoken } from '../support/steps.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.end())

const SPOKEN = {
  cn: {
    ...WORDS.cn,
    search: '搜索字段、注释或值',
    filters: '按列筛选',
    filterCount: '按 数量 筛选',
    shown: /^\d+ \/ \d+ 行/,
    good: '只应用无误的 2 行',
    editRows: '编辑 3 行',
    amount: '增减的数量',
    add: '增加',
    changeRows: '改动 3 行',
    willDo: '区服将执行',
    json: '玩家数据（JSON 文本）',
    twice: '键 music 重复',
    forbidden: '不允许使用键 __proto__',
    line: /^第 2 行，第/,
    range: /不能大于 9,999/,
    faults: '文本中的问题',
    apply: '应用',
  },
  en: {
    ...WORDS.en,
    search: 'Field, comment or value',
    filters: 'Filter by column',
    filterCount: 'Filter by Count',
    shown: /^Rows: \d+ of \d+/,
    good: 'Apply only the correct rows: 2',
    editRows: 'Edit rows: 3',
    amount: 'Amount to add',
    add: 'Add',
    changeRows: 'Change rows: 3',
    willDo: 'The server will do',
    json: 'Player data as JSON text',
    twice: 'The key music appears twice',
    forbidden: 'The key __proto__ is not allowed',
    line: /^Line 2, column/,
    range: /9,999/,
    faults: 'Problems in the text',
    apply: 'Apply',
  },
} as const
/** Nobody plays these: what they have changes by our hand alone. */
const PLAYERS = { cn: '10001000049', en: '10001000050' } as const

interface Held {
  bag: Record<string, { itemId: number; count: number }>
  settings: Record<string, unknown>
}

/** What the game server itself holds, asked past the page. */
async function heldBy(uId: string): Promise<Held> {
  const admin = await world.running.signIn('admin')
  const body = { diffs: ['BagItem', 'SettingsInfo'] }
  return (await admin.post<{ data: Held }>(`/adjust/get?uId=${uId}`, body)).body.data.data
}
const settingsOf = async (uId: string) => (await heldBy(uId)).settings

async function countsOf(uId: string, keys: readonly string[]): Promise<(number | undefined)[]> {
  const { bag } = await heldBy(uId)
  return keys.map((key) => bag[key]?.count)
}

const focusGrid = (page: Page) => inView(page).getByRole('grid').focus()

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** What stands in the count of a row in view. */
async function cellText(page: Page, key: string): Promise<string> {
  const row = inView(page)
    .getByRole('row')
    .filter({ has: page.getByText(key, { exact: true }) })
  return (await row.first().locator('[data-column="count"]').innerText()).trim()
}

/** Reason and commit without a mouse; the button takes the focus, so that a reader would name it. */
async function commitByKeyboard(page: Page, reason: string): Promise<void> {
  await inView(page).locator('[data-commit-reason]').focus()
  await page.keyboard.type(reason)
  await press(page, 'Control+s')
}

describe.each(spoken('en'))('a table in %s', (language) => {
  const words = SPOKEN[language]
  const uId = PLAYERS[language]

  test('[S1.06][S7.12][S7.13][S7.14][S7.15] is found, filtered, edited by keyboard, pasted into, changed by rows and committed', async () => {
    const { page, complaints, context } = await world.visit({ language })
    const { bag } = await heldBy(uId)
    const keys = Object.keys(bag)
      .filter((key) => bag[key]!.count >= 10 && bag[key]!.count < 5_000)
      .sort((left, right) => Number(left) - Number(right))
    const [first, second, third, fourth] = keys as [string, string, string, string]
    await signIn(page, 'operator', `/#/index/${uId}?uId=${uId}`)
    await inView(page).getByText(`uId ${uId}`).first().waitFor()

    // The module is found by the name of one of its fields and opened by keys.
    await inView(page)
      .getByRole('textbox', { name: words.search })
      .or(inView(page).getByRole('searchbox', { name: words.search }))
      .fill('BagItem')
    const modules = inView(page).locator('button[data-module][aria-current]')
    await expect.poll(() => modules.count()).toBe(1)
    await press(page, 'ArrowDown', 'Enter')
    await inView(page).getByRole('grid').waitFor()

    await button(page, words.filters).click()
    await inView(page).getByLabel(words.filterCount).fill('10..4999')
    await inView(page).getByText(words.shown).waitFor()

    // One cell, from the first key to the last.
    await focusGrid(page)
    await press(page, 'ArrowDown')
    await inView(page).locator(`[data-active][data-column="itemId"]`).waitFor()
    await press(page, 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter', 'Control+a')
    await page.keyboard.type('2')
    await press(page, 'Enter')
    await inView(page).getByText(`bag[${first}].count`).waitFor()

    // A paste by keys of rows: one line is above the range and is not done.
    await focusGrid(page)
    const table = ['itemId\tcount', `${second}\t3`, `${third}\t4`, `${fourth}\t100000`].join('\r\n')
    await pasteText(page, table)
    const dialog = page.getByRole('dialog')
    await dialog.getByText('100000').waitFor()
    await dialog.getByText(words.range).waitFor()
    await button(page, words.good).and(page.locator(':focus')).waitFor()
    await press(page, 'Enter')
    await dialog.waitFor({ state: 'hidden' })
    await inView(page).getByText(`bag[${third}].count`).waitFor()

    // Three rows get five more each.
    await focusGrid(page)
    await press(
      page,
      'Control+Home',
      'ArrowRight',
      'ArrowRight',
      'ArrowRight',
      'Shift+ArrowDown',
      'Shift+ArrowDown',
    )
    await button(page, words.editRows).click()
    await dialog.getByText(words.add, { exact: true }).click()
    await dialog.getByLabel(words.amount).fill('5')
    await button(page, words.changeRows).waitFor()
    await press(page, 'Enter')
    await dialog.waitFor({ state: 'hidden' })

    // What is undone comes back by the same keys.
    await focusGrid(page)
    await press(page, 'Control+z')
    await expect.poll(() => cellText(page, first)).toMatch(/^2\b/)
    await press(page, 'Control+Shift+z')
    await expect.poll(() => cellText(page, first)).toMatch(/^7\b/)

    await button(page, words.check).click()
    await inView(page).getByRole('region', { name: words.willDo }).waitFor()
    await commitByKeyboard(page, 'e2e grid')
    await expect
      .poll(() => countsOf(uId, [first, second, third, fourth]), { timeout: 20_000 })
      .toEqual([7, 8, 9, bag[fourth]!.count])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('[S1.06] JSON with faults says where they are, is not lost, and is applied once it is mended', async () => {
    const { page, complaints, context } = await world.visit({ language })
    const { music, ...rest } = await settingsOf(uId)
    const wanted = music === 40 ? 41 : 40
    const text = (second: string): string => JSON.stringify(rest, null, 2).replace('{', `{\n  ${second},`)
    await signIn(page, 'operator', `/#/index/${uId}?uId=${uId}`)
    await openModule(page, 'settings')
    await inView(page).getByText('JSON', { exact: true }).click()
    const editor = inView(page).getByRole('textbox', { name: words.json })
    await editor.waitFor()
    const write = async (second: string): Promise<void> => {
      await editor.focus()
      await press(page, 'Control+a')
      await pasteText(page, text(second))
    }

    await write(`"music": 1, "music": 2, "__proto__": {}`)
    const faults = inView(page).getByRole('list', { name: words.faults })
    await faults.getByText(words.twice).waitFor()
    await faults.getByText(words.forbidden).waitFor()
    await faults.getByText(words.line).first().waitFor()
    await button(page, words.apply).click()
    await write(`"music": 9223372036854775808`)
    await faults.getByText(/64/).waitFor()
    await faults.getByText(words.line).waitFor()

    await write(`"music": ${wanted}`)
    await faults.waitFor({ state: 'hidden' })
    await button(page, words.apply).click()
    await inView(page).getByText('settings.music').waitFor()
    await commitByKeyboard(page, 'e2e json')
    await expect.poll(async () => (await settingsOf(uId)).music, { timeout: 20_000 }).toBe(wanted)
    expect(complaints).toEqual([])
    await context.close()
  })
})
