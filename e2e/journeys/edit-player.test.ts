import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import {
  WORDS,
  button,
  inView,
  openModule,
  openPlayer,
  selectServer,
  signIn,
  spoken,
} from '../support/steps.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.end())

const harbour = { operator: '自营 Harbour', line: '开发线', server: 'S1' }

interface Loaded {
  data: { currency: { shell: string | number } }
}

/** What the game server itself holds, asked past the page. */
async function shellsOf(uId: string): Promise<number> {
  const admin = await world.running.signIn('admin')
  const answer = await admin.post<Loaded>(`/adjust/get?uId=${uId}`, { diffs: ['CurrencyInfo'] })
  return Number(answer.body.data.data.currency.shell)
}

test('[S7.24] the definition of the protocol is fetched whole once, and again when its md5 is another', async () => {
  const { page, context } = await world.visit()
  const asked = { md5: 0, whole: 0 }
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (!pathname.endsWith('/adjust/tipProtocol')) return
    asked[searchParams.get('protocolJson') === '1' ? 'whole' : 'md5'] += 1
  })
  const ready = () =>
    inView(page)
      .getByRole('button', { name: / currency / })
      .waitFor()
  await signIn(page, 'reader')
  await openPlayer(page, WORDS.cn, '30123000045')
  await ready()
  expect(asked).toEqual({ md5: 1, whole: 1 })

  await page.reload()
  await ready()
  expect(asked).toEqual({ md5: 2, whole: 1 })

  await page.route('**/adjust/tipProtocol?*', async (route) => {
    if (route.request().url().includes('protocolJson=1')) return route.continue()
    const response = await route.fetch()
    const json = (await response.json()) as { data: { md5: string } }
    json.data.md5 = json.data.md5.replace(/^./, (first) => (first === '0' ? '1' : '0'))
    return route.fulfill({ response, json })
  })
  await page.reload()
  await ready()
  expect(asked).toEqual({ md5: 3, whole: 2 })
  await context.close()
})

test('a long text that was changed is written on by a click anywhere in it', async () => {
  const { page, context } = await world.visit()
  await signIn(page, 'operator')
  await openPlayer(page, WORDS.cn, '30123000045')
  const text = inView(page).getByLabel('签名 signature')
  const long = '愿灯火照亮归航。'.repeat(6)
  await text.fill(long)
  await inView(page).getByRole('heading', { level: 1 }).first().click()
  await text.click()
  await page.keyboard.press('End')
  await page.keyboard.type('!')
  expect(await text.inputValue()).toBe(`${long}!`)
  await context.close()
})

describe.each(spoken('cn'))('the whole journey in %s', (language) => {
  const words = WORDS[language]

  test('[S4.09][S7.15][S2.27] add a player, find him, change him, see the game obey, take it back', async () => {
    const { page, complaints, context } = await world.visit({ language })
    await signIn(page, 'operator')
    await selectServer(page, words, harbour)

    await button(page, words.add).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByRole('button', { name: new RegExp(`^${[...String(words.create)].join('\\s?')}$`) })
      .click()
    const made = dialog.getByText(/^1\d{10}$/).first()
    await made.waitFor()
    const uId = (await made.textContent())!.trim()
    expect(uId).toMatch(/^10001\d{6}$/)
    const reloaded = page.waitForEvent('load')
    await dialog.getByRole('button', { name: words.goHome }).click()
    await reloaded
    await page.getByText(`uId ${uId}`).first().waitFor()
    expect(page.url()).toContain(`uId=${uId}`)

    const before = await shellsOf(uId)
    await openModule(page, 'currency')
    const field = page.getByRole('textbox', { name: /shell/ })
    await field.fill(String(before + 250))
    await field.press('Enter')
    await page.getByText(`+250`).first().waitFor()

    await button(page, words.check).click()
    await page.getByText(/250/).nth(1).waitFor()
    await page.getByRole('textbox', { name: words.reason }).fill('e2e journey')
    await button(page, words.submit).click()
    await expect.poll(() => shellsOf(uId), { timeout: 20_000 }).toBe(before + 250)

    await button(page, words.history).click()
    const history = page.getByRole('region', { name: words.history })
    const entry = history.getByRole('listitem').filter({ hasText: 'e2e journey' }).first()
    await entry.getByRole('button', { name: words.undo }).click()
    await page.getByRole('dialog').waitFor()
    const undo = page.getByRole('dialog').last()
    await undo.getByRole('textbox').last().fill('e2e take back')
    await undo.getByRole('button', { name: words.undo }).last().click()
    await expect.poll(() => shellsOf(uId), { timeout: 20_000 }).toBe(before)

    await history.getByText('e2e take back').first().waitFor()
    await button(page, words.exportHistory).click()
    const coming = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: words.csv }).click()
    const file = await coming
    expect(file.suggestedFilename()).toMatch(new RegExp(`^timeline-${uId}-.*\\.csv$`))
    const [head, ...lines] = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(head).toContain('time,kind,actor,')
    const [back, forth] = ['e2e take back', 'e2e journey'].map((reason) =>
      lines.find((line) => line.includes(`,${reason},`)),
    )
    expect(forth).toContain(`,set,${before},${before + 250},undone,`)
    expect(back).toContain(',undo,operator,')
    expect(complaints).toEqual([])
    await context.close()
  })

  test('[S7.20] a found player moves the selection to where he is and stays in the address', async () => {
    const { page, complaints, context } = await world.visit({ language })
    await signIn(page, 'admin')
    await openPlayer(page, words, '30123000045')
    await page.waitForURL(/#\/index\/30123000045\?uId=30123000045&game=lantern&line=northwind-test&sId=123$/)
    await page.locator('header').first().getByText('S123').first().waitFor()
    await page.locator('header').first().getByText('Northwind').waitFor()
    await openPlayer(page, words, '10001000003')
    await page.locator('header').first().getByText('自营 Harbour').waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })
})
