import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from '../support/browser.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { WORDS, button, inView, openModule, openPlayer, signInByForm } from '../support/steps.ts'

const U = '10001000003'
const words = WORDS.cn

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.end())

type Currency = Record<'shell' | 'honor' | 'ticket', string | number>

/** What the game server itself holds, asked past the pages. */
async function currencyOf(): Promise<Record<keyof Currency, number>> {
  const admin = await world.running.signIn('admin')
  const answer = await admin.post<{ data: { currency: Currency } }>(`/adjust/get?uId=${U}`, {
    diffs: ['CurrencyInfo'],
  })
  const { shell, honor, ticket } = answer.body.data.data.currency
  return { shell: Number(shell), honor: Number(honor), ticket: Number(ticket) }
}

async function openCurrency(username: string) {
  const visitor = await world.visit({ language: 'cn' })
  await signInByForm(visitor.page, words, username)
  await openPlayer(visitor.page, words, U)
  await openModule(visitor.page, 'currency')
  return visitor
}

async function type(page: Page, field: string, value: number): Promise<void> {
  const input = page.getByRole('textbox', { name: new RegExp(` ${field}$`) })
  await input.fill(String(value))
  await input.press('Enter')
}

async function commit(page: Page, reason: string): Promise<void> {
  await inView(page).getByRole('textbox', { name: words.reason }).fill(reason)
  await button(page, words.submit).click()
  await page.getByText('提交成功').first().waitFor()
}

test('[S7.15][ED.151] two people on one player: seen, in conflict, decided, and undone only where it is still theirs', async () => {
  const before = await currencyOf()
  const lin = await openCurrency('admin')
  const zhou = await openCurrency('operator')

  // Each sees the other, and that they have begun to edit.
  await lin.page.getByText('也在查看：operator').waitFor()
  await type(zhou.page, 'shell', before.shell + 10)
  await type(zhou.page, 'honor', before.honor + 20)
  await lin.page.getByText('正在编辑：operator').waitFor()
  await type(lin.page, 'shell', before.shell + 300)
  await type(lin.page, 'ticket', before.ticket + 3)
  await zhou.page.getByText('正在编辑：admin').waitFor()

  // The second to commit is shown what has moved under their edit; untouched values have followed by themselves.
  await commit(zhou.page, '周帆补偿')
  await lin.page.getByText('有 1 项在你编辑时被改动').waitFor()
  const honor = lin.page.getByRole('textbox', { name: / honor$/ })
  await expect.poll(() => honor.inputValue()).toBe(String(before.honor + 20))
  await inView(lin.page).getByRole('textbox', { name: words.reason }).fill('林汐补偿')
  await button(lin.page, words.submit).click()
  const dialog = lin.page.getByRole('dialog')
  const row = dialog.getByRole('row', { name: /currency\.shell/ })
  for (const value of [before.shell, before.shell + 10, before.shell + 300]) {
    await row.getByText(value.toLocaleString('en-US'), { exact: true }).waitFor()
  }
  expect(await currencyOf()).toMatchObject({ shell: before.shell + 10, ticket: before.ticket })

  // Neither value but a third one, which the game then has.
  await row.getByRole('radio', { name: '其他值' }).click()
  await row.getByRole('textbox').fill(String(before.shell + 310))
  await dialog.getByRole('button', { name: '应用选择' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await commit(lin.page, '林汐补偿')
  expect(await currencyOf()).toEqual({
    shell: before.shell + 310,
    honor: before.honor + 20,
    ticket: before.ticket + 3,
  })

  // Their undo takes back what is still theirs, and tells what is not.
  await button(zhou.page, words.history).click()
  const history = zhou.page.getByRole('region', { name: words.history })
  await history.getByText('林汐补偿').waitFor()
  const card = history.getByRole('listitem').filter({ hasText: '周帆补偿' }).first()
  await card.getByRole('button', { name: /^撤\s?销$/ }).click()
  await zhou.page.getByText('将恢复 1 项').waitFor()
  await zhou.page.getByText('1 项之后又变过，不会恢复').waitFor()
  const undo = zhou.page.getByRole('dialog').last()
  await undo.getByRole('textbox', { name: words.reason }).fill('发错了')
  await undo.getByRole('button', { name: '撤销 1 项' }).click()
  await zhou.page.getByText('已撤销 1 项').waitFor()
  expect(await currencyOf()).toEqual({
    shell: before.shell + 310,
    honor: before.honor,
    ticket: before.ticket + 3,
  })

  // The other page has followed, with nothing pending.
  await expect.poll(() => honor.inputValue()).toBe(String(before.honor))
  expect(await lin.page.getByRole('button', { name: '提交 0 项' }).isDisabled()).toBe(true)
  expect([...lin.complaints, ...zhou.complaints]).toEqual([])
  await lin.context.close()
  await zhou.context.close()
})
