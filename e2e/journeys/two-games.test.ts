import { NOTABLE_U_ID, startGameServerForTest } from '@qd/sandbox/testing'
import type { TestGameServer } from '@qd/sandbox/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { WORDS, button, inView, openModule, signIn, spoken } from '../support/steps.ts'

let world: World
let game: TestGameServer

/** A second game, whose operator has the platform number of the first one's: every uId of it is one of both. */
async function addEmber(): Promise<void> {
  const admin = await world.running.signIn('admin')
  const { apiUrl, serverId, keyId, hashKey, ws, sId } = game.target
  const place = { game: 'ember', partnerCode: 'north' }
  const line = { ...place, lineId: 'ember-test', lineCode: 'test', name: '余烬测试线', environment: 'test' }
  const { data } = (
    await admin.post<{ codec: object }[]>('/platform/catalogue/servers', { lineId: 'northwind-test' })
  ).body
  const steps: [string, object][] = [
    ['game/save', { game: 'ember', name: '余烬', code: 'ember' }],
    ['operator/save', { ...place, platform: 3, name: 'North' }],
    ['line/save', { ...line, channels: [{ code: 'official', name: '官网' }] }],
    [
      'server/save',
      {
        lineId: 'ember-test',
        sId,
        serviceName: '余烬一服',
        openedAt: null,
        apiUrl,
        serverId,
        keyId,
        hashKey,
        ws,
        codec: data[0]!.codec,
        allowPlain: true,
        allowPrivate: false,
        allowLoopback: true,
        enabled: true,
      },
    ],
  ]
  for (const [path, body] of steps) {
    const answer = await admin.post(`/platform/catalogue/${path}`, { ...body, revision: 0 })
    expect(answer.body).toMatchObject({ status: 0 })
  }
}

async function shellsAt(lineId: string): Promise<number> {
  const admin = await world.running.signIn('admin')
  const { body } = await admin.post<{ data: { currency: { shell: string | number } } }>(
    `/line/${lineId}/adjust/get?uId=${NOTABLE_U_ID}`,
    { diffs: ['CurrencyInfo'] },
  )
  return Number(body.data.data.currency.shell)
}

beforeAll(async () => {
  ;[world, game] = await Promise.all([startWorld(), startGameServerForTest()])
  await addEmber()
})
afterAll(async () => {
  await world.end()
  await game.stop()
})

describe.each(spoken('cn'))('two games on one platform number, %s', (language) => {
  const words = WORDS[language]

  test('[S7.20] a uId both have is opened in the game that is chosen, and each keeps its own draft', async () => {
    const { page, complaints, context } = await world.visit({ language })
    const lookups: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.endsWith('/adjust/lookup')) lookups.push(search)
    })
    await signIn(page, 'admin')
    const choose = async (name: RegExp) => {
      await page.getByRole('combobox', { name: words.uId }).fill(NOTABLE_U_ID)
      await button(page, words.find).click()
      await inView(page).getByRole('link', { name }).click()
      await inView(page).getByText(`uId ${NOTABLE_U_ID}`).first().waitFor()
    }
    const header = page.locator('header').first()
    const tabOf = (game: string) => `index/:uId?|uId=${NOTABLE_U_ID}&game=${game}`
    /** The page itself: the top bar may tell of a player before their page is in view. */
    const pageOf = (game: string) => page.locator(`main [data-tab="${tabOf(game)}"]:visible`)

    await choose(/余烬.*岚夜听潮/)
    // One to learn that two games have them, one for the name in each, and none for the page.
    const asked = ['', '&game=ember', '&game=lantern'].map((game) => `?uId=${NOTABLE_U_ID}${game}`)
    expect(lookups.toSorted()).toEqual(asked)
    expect(await page.getByText(/请先选择游戏或线路|Choose the game or the line first/).count()).toBe(0)
    await page.waitForURL(
      new RegExp(`/index/${NOTABLE_U_ID}\\?uId=${NOTABLE_U_ID}&game=ember&line=ember-test&sId=123$`),
    )
    await header.getByText('余烬测试线').waitFor()
    await openModule(page, 'currency')
    const shell = () => inView(page).getByRole('textbox', { name: /shell/ })
    const before = { ember: await shellsAt('ember-test'), lantern: await shellsAt('northwind-test') }
    const wanted = before.ember + 7
    await shell().fill(String(wanted))
    await shell().press('Enter')

    // Confirmed again it would be the same player, looked up anew.
    await page.getByRole('button', { name: /^(清除 uId|Clear the uId)$/ }).click()
    await choose(/灯海.*岚夜听潮/)
    await page.waitForURL(/&game=lantern&line=northwind-test&sId=123$/)
    await header.getByText('测试线', { exact: true }).waitFor()
    await pageOf('lantern').waitFor()
    await openModule(page, 'currency')
    expect(Number((await shell().inputValue()).replaceAll(/\D/g, ''))).toBe(before.lantern)
    // A tab for each, and none for the uId that was typed.
    expect(await page.locator('[data-tab-id^="index/:uId?|uId="]').count()).toBe(2)

    await page
      .locator(`[data-tab-id="${tabOf('ember')}"]`)
      .getByRole('link')
      .click()
    await header.getByText('余烬测试线').waitFor()
    await pageOf('ember').waitFor()
    expect(await shell().inputValue()).toBe(String(wanted))
    await inView(page).getByRole('textbox', { name: words.reason }).fill(`e2e ${language}`)
    await button(page, words.submit).first().click()
    await expect.poll(() => shellsAt('ember-test')).toBe(wanted)
    expect(await shellsAt('northwind-test')).toBe(before.lantern)

    lookups.length = 0
    await page.reload()
    await inView(page).getByText(`uId ${NOTABLE_U_ID}`).first().waitFor()
    expect(lookups).toEqual([`?uId=${NOTABLE_U_ID}&game=ember`])
    expect(complaints.filter((line) => !/\b400\b/.test(line))).toEqual([])
    await context.close()
  })
})
