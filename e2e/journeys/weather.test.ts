import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seriousFaults } from '../support/axe.ts'
import type { Page } from '../support/browser.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { WORDS, button, inView, openModule, openPlayer, selectServer, signIn } from '../support/steps.ts'

const PLAYER = '30123000045'
/** How soon the page has to notice. */
const NOTICED_MS = 15_000

let world: World
const words = WORDS.cn
beforeAll(async () => {
  world = await startWorld({ withGameProcesses: true })
})
afterAll(() => world.end())

/** What the game server itself holds, asked past the page. */
async function voiceOf(uId: string): Promise<number> {
  const admin = await world.running.signIn('admin')
  const answer = await admin.post<{ data: { settings: { voice: number } } }>(`/adjust/get?uId=${uId}`, {
    diffs: ['SettingsInfo'],
  })
  return answer.body.data.data.settings.voice
}

async function typeVoice(page: Page, value: number): Promise<void> {
  await openModule(page, 'settings')
  const field = inView(page).getByRole('textbox', { name: / voice/ })
  await field.fill(String(value))
  await field.press('Enter')
  await inView(page).getByRole('textbox', { name: words.reason }).fill('weather')
}

const clock = (page: Page, name: RegExp | string) => page.getByRole('group', { name })
const state = (page: Page, text: RegExp) => inView(page).locator('h1').getByText(text)

/** The browser's own lines about answers that never came. */
const isOurs = (complaint: string): boolean =>
  !/ERR_INTERNET_DISCONNECTED|WebSocket connection|dynamically imported module/.test(complaint)

describe('an open player in bad weather', () => {
  test('without network nothing is sent, nothing is lost, and nothing runs by itself on return', async () => {
    const { page, complaints, context } = await world.visit()
    await signIn(page, 'operator')
    await openPlayer(page, words, PLAYER)
    const before = await voiceOf(PLAYER)
    const wanted = before === 37 ? 38 : 37
    await openModule(page, 'settings')
    await clock(page, '区服时间').waitFor()

    await context.setOffline(true)
    await page.getByText(/^网络已断开/).waitFor({ timeout: NOTICED_MS })
    await clock(page, /^区服时间：自 .* 起没有应答$/).waitFor({ timeout: NOTICED_MS })
    // The first change of the page: parts of the panel that were not loaded yet take nothing with them.
    await typeVoice(page, wanted)
    await state(page, /^未知 · \d\d:\d\d:\d\d$/).waitFor({ timeout: NOTICED_MS })
    await button(page, words.submit).click()
    await inView(page)
      .getByText(/^没有发送：网络已断开/)
      .waitFor()

    const address = page.url()
    await context.setOffline(false)
    await clock(page, '区服时间').waitFor({ timeout: NOTICED_MS })
    await state(page, /^(在线|离线)$/).waitFor({ timeout: NOTICED_MS })
    await page.getByText(/^网络已断开/).waitFor({ state: 'detached' })
    expect(page.url()).toBe(address)
    await page.locator('header').first().getByText('S123', { exact: true }).waitFor()
    expect(await inView(page).getByRole('textbox', { name: words.reason }).inputValue()).toBe('weather')
    expect(await voiceOf(PLAYER)).toBe(before)

    await button(page, words.submit).click()
    await expect.poll(() => voiceOf(PLAYER), { timeout: 20_000 }).toBe(wanted)
    await inView(page).getByRole('region', { name: '提交结果' }).waitFor()
    expect(complaints.filter(isOurs)).toEqual([])
    await context.close()
  })

  test('a game server that is killed is told within 15 s, and what was typed stays', async () => {
    const { page, complaints, context } = await world.visit()
    await signIn(page, 'operator')
    await openPlayer(page, words, '30124000003')
    await typeVoice(page, 11)
    const file = join(world.running.dataDir, 'sandbox', 'pids', 'S124.pid')
    process.kill(Number.parseInt(readFileSync(file, 'utf8'), 10), 'SIGKILL')
    await inView(page)
      .getByText(/^S124 .*没有应答/)
      .waitFor({ timeout: NOTICED_MS })
    await clock(page, /起没有应答$/).waitFor()
    await state(page, /^未知 · /).waitFor()
    await inView(page)
      .getByRole('button', { name: /^提交 1 项/ })
      .waitFor()
    expect(complaints.filter((line) => !line.includes('status of 50'))).toEqual([])
    await context.close()
  })
})

/** Where everything of the editor stands that has a size of its own. */
const PLACES = `JSON.stringify([...document.querySelectorAll(
  'main section, main form, main [data-notes], main input, main textarea, main [role=grid], main [role=gridcell]'
)].filter((each) => each.checkVisibility()).map((each) => {
  const { x, y, width, height } = each.getBoundingClientRect()
  return [each.getAttribute('aria-label') ?? each.getAttribute('data-column') ?? each.tagName, x, y, width, height]
}))`

test('nothing changes its place or size while one types, nor when a banner comes', async () => {
  const { page, context } = await world.visit()
  await signIn(page, 'operator')
  await openPlayer(page, words, '30123000046')
  await openModule(page, 'settings')
  const field = inView(page).getByRole('textbox', { name: / voice/ })
  await field.click()
  const before = await page.evaluate(PLACES)
  await field.fill('12x')
  await inView(page).getByText('请输入整数').waitFor()
  expect(await page.evaluate(PLACES), 'a fault').toBe(before)
  await field.fill('+1')
  await inView(page).getByText('settings.voice').waitFor()
  expect(await page.evaluate(PLACES), 'a change').toBe(before)
  await field.fill('999999')
  await inView(page)
    .getByText(/^不能大于/)
    .first()
    .waitFor()
  await field.fill('+1')
  await field.press('Enter')
  await inView(page)
    .getByText(/^不能大于/)
    .first()
    .waitFor({ state: 'detached' })

  await openModule(page, 'bag')
  await inView(page).getByRole('gridcell').first().waitFor()
  const calm = await page.evaluate(PLACES)
  await context.setOffline(true)
  await page.getByText(/^网络已断开/).waitFor()
  await state(page, /^未知 · /).waitFor()
  expect(await page.evaluate(PLACES), 'a banner of the network').toBe(calm)
  await context.setOffline(false)
  await page.getByText(/^网络已断开/).waitFor({ state: 'detached' })
  await context.close()
})

test('on a phone nothing moves when the network goes, and the bar of actions stays free', async () => {
  const { page, context } = await world.visit({ width: 390, height: 844 })
  await signIn(page, 'operator', `/#/index/${PLAYER}`)
  await state(page, /^(在线|离线)$/).waitFor()
  await clock(page, '区服时间').waitFor()
  const calm = await page.evaluate(PLACES)
  await context.setOffline(true)
  const notice = page.getByText(/^网络已断开/)
  await notice.waitFor()
  await clock(page, /起没有应答$/).waitFor({ timeout: NOTICED_MS })
  await state(page, /^未知/).waitFor()
  expect(await page.evaluate(PLACES)).toBe(calm)
  const above = (await notice.boundingBox())!
  const review = (await inView(page)
    .getByRole('button', { name: /^查看 0 项/ })
    .boundingBox())!
  expect(above.y + above.height).toBeLessThanOrEqual(review.y)
  await context.close()
})

describe.each(['light', 'dark'] as const)('the top bar in %s', (theme) => {
  test('is tinted in production, and can be read there', async () => {
    const { page, complaints, context } = await world.visit({ theme })
    await signIn(page, 'reviewer')
    const ground = () =>
      page.evaluate('getComputedStyle(document.querySelector("header")).backgroundColor') as Promise<string>
    await selectServer(page, words, { operator: '自营 Harbour', line: '开发线', server: 'S1' })
    const plain = await ground()
    await selectServer(page, words, { operator: '自营 Harbour', line: '正式线', server: 'S11' })
    await clock(page, '区服时间').waitFor()
    await expect.poll(ground).not.toBe(plain)
    expect(await seriousFaults(page)).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })
})
