import { afterAll, beforeAll, expect, test } from 'vitest'
import { seriousFaults } from '../support/axe.ts'
import type { Page } from '../support/browser.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { WORDS, button, inView, message, selectServer, signIn } from '../support/steps.ts'

/* A code for everybody: drafted, approved, made, redeemed in the game, looked up, and explained to whom it is refused. */

let world: World
beforeAll(async () => {
  world = await startWorld({ withApprovals: true })
})
afterAll(() => world.end())

const AT = 'game=lantern&line=northwind-test'
const NAME = 'Spring tide gift'

/** A refusal that asks is told by the browser as well. */
const unexpected = (complaints: readonly string[]) => complaints.filter((line) => !/ 428 /.test(line))

async function draftBatch(page: Page): Promise<void> {
  await signIn(page, 'operator', `/#/redeemCode?${AT}`)
  await button(page, 'New code batch').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill(NAME)
  await dialog.getByRole('radio', { name: 'Universal code' }).click()
  await dialog.getByRole('textbox', { name: /^Universal code/ }).fill('SPR1NGT1DE')
  await dialog.getByLabel('Uses in all', { exact: true }).fill('500')
  await dialog.getByRole('combobox', { name: 'Item of entry 1' }).fill('10007')
  await dialog.getByRole('textbox', { name: 'Quantity of entry 1' }).fill('2')
  await dialog.getByRole('textbox', { name: 'Quantity of entry 1' }).blur()
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function handIn(page: Page): Promise<void> {
  await button(page, 'Release').click()
  const dialog = page.getByRole('dialog', { name: 'Submit for approval' })
  await dialog.getByLabel('Reason').fill('Spring campaign')
  await dialog.getByRole('button', { name: 'Submit for approval' }).click()
  await dialog.getByText(/#1/).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await inView(page)
    .getByRole('button', { name: /^#1 · / })
    .waitFor()
}

async function approve(page: Page): Promise<void> {
  await signIn(page, 'reviewer', '/#/releaseApply')
  await inView(page).getByText(NAME).first().click()
  await inView(page).getByText('潮汐晶石').first().waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await inView(page)
    .getByRole('radio', { name: /^批准/ })
    .click()
  await inView(page)
    .getByRole('button', { name: /^批准第 1 版/ })
    .click()
  await page.getByText('已批准 #1').waitFor()
}

/** A new player types the code in the game; gives their uId. */
async function redeem(page: Page): Promise<string> {
  await signIn(page, 'developer')
  await selectServer(page, WORDS.cn, { operator: 'Northwind', line: '测试线', server: 'S123' })
  await page.goto('/#/mock')
  await button(page, '新建连接').last().click()
  await button(page, '连接').last().click()
  const frames = inView(page).getByRole('grid', { name: '时间线' })
  await frames.getByText('EnterRes', { exact: true }).waitFor()
  await inView(page).getByRole('searchbox', { name: '名称、编号、字段、注释' }).fill('2401')
  await message(page, 'lantern.RedeemCodeReq').click()
  await inView(page).getByRole('textbox', { name: 'code' }).fill('spr1ng-t1de')
  await button(page, '发送').click()
  await frames.getByText('RedeemCodeRes', { exact: true }).waitFor()
  return (await inView(page).getByRole('tab', { name: /^3\d+/ }).textContent()) ?? ''
}

test('[S3.06] an operator makes a code, a reviewer approves it, a player redeems it', async () => {
  const [desk, review, game] = await Promise.all([
    world.visit({ language: 'en' }),
    world.visit({ theme: 'dark' }),
    world.visit(),
  ])
  await draftBatch(desk.page)
  await handIn(desk.page)
  await approve(review.page)
  await inView(desk.page).getByText('Active', { exact: true }).waitFor()
  const uId = await redeem(game.page)
  await inView(desk.page).getByRole('grid').getByText(uId).waitFor()
  await button(desk.page, 'Back to the list').click()
  await inView(desk.page).getByRole('grid').getByText(`1 · ${NAME}`).waitFor()
  const lookUp = inView(desk.page).getByRole('region', { name: 'Look up a code' })
  await lookUp.getByLabel('Code', { exact: true }).fill('SPR1NGT1DE')
  await lookUp.getByRole('button', { name: 'Look up a code' }).click()
  await lookUp.getByText('used 1 of 500').waitFor()
  await lookUp.getByText(uId).waitFor()
  await lookUp.getByLabel('uId', { exact: true }).fill(uId)
  await lookUp.getByRole('button', { name: 'Why refused?' }).click()
  await lookUp.getByText('This player has used it').waitFor()
  expect([desk, review, game].flatMap(({ complaints }) => unexpected(complaints))).toEqual([])
})
