import { NOTABLE_U_ID } from '@qd/sandbox/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { WORDS, button, inView, signIn, spoken } from '../support/steps.ts'

let world: World
/** What they enter the game with. */
let account: string

beforeAll(async () => {
  world = await startWorld()
  const admin = await world.running.signIn('admin')
  const { body } = await admin.post<{ data: { role: { account: string } } }>(
    `/adjust/get?uId=${NOTABLE_U_ID}`,
    { diffs: ['RoleInfo'] },
  )
  account = body.data.data.role.account
})
afterAll(() => world.end())

const TEXTS = {
  cn: { field: 'uId、名字或账号', search: '搜索', name: '名字匹配', account: '账号匹配', line: '当前线路' },
  en: {
    field: 'uId, name or account',
    search: 'Search',
    name: 'by name',
    account: 'by account',
    line: 'This line',
  },
}

describe.each(spoken('en'))('a player nobody has the uId of, %s', (language) => {
  const words = WORDS[language]
  const texts = TEXTS[language]

  test('is found by a part of the name and by account, and opened by keys', async () => {
    const { page, complaints, context } = await world.visit({ language })
    await signIn(page, 'operator')
    const field = page.getByRole('textbox', { name: texts.field })
    const focused = () => page.evaluate<string>('document.activeElement.getAttribute("aria-label")')
    await expect.poll(focused).toBe(texts.field)
    await page.keyboard.type('夜听')
    await page.keyboard.press('Enter')
    const row = inView(page).getByRole('link', {
      name: new RegExp(`岚夜听潮.*${NOTABLE_U_ID}.*潮汐之门.*${texts.name}`),
    })
    await row.waitFor()
    // Nobody is opened before they are chosen.
    await page.waitForURL(/#\/index\?find=/)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await inView(page).getByText(`uId ${NOTABLE_U_ID}`).first().waitFor()
    await page.waitForURL(new RegExp(`/index/${NOTABLE_U_ID}\\?uId=${NOTABLE_U_ID}&game=lantern`))

    // The box of the top bar leads any other text there.
    await page.getByRole('combobox', { name: words.uId }).fill(account)
    await button(page, words.find).click()
    const byAccount = inView(page).getByRole('link', { name: new RegExp(`岚夜听潮.*${texts.account}`) })
    await byAccount.waitFor()
    await expect.poll(() => field.inputValue()).toBe(account)
    await page.reload()
    await byAccount.waitFor()
    await inView(page).getByRole('radio', { name: texts.line }).click()
    await byAccount.click()
    await inView(page).getByText(`uId ${NOTABLE_U_ID}`).first().waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})
