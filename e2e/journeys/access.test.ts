import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPrefixProxy } from '../support/prefix-proxy.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { WORDS, button, openModule, openPlayer, selectServer, signInByForm } from '../support/steps.ts'

let world: World
const words = WORDS.cn
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.end())

describe('who sees what', () => {
  test('[S2.03] an address asked for before signing in is shown after it', async () => {
    const { page, complaints, context } = await world.visit()
    await signInByForm(page, words, 'admin', '/#/index/30123000045?uId=30123000045')
    await page.getByText('uId 30123000045').first().waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  test('[S2.04][S2.02] an unknown address shows 404, a foreign redirect goes nowhere', async () => {
    const { page, context } = await world.visit()
    await signInByForm(page, words, 'admin')
    await page.goto('/#/no/such/page')
    await page.waitForURL(/#\/404$/)
    await page.goto('/#/redirect/index')
    await page.waitForURL(/#\/index/)
    await page.goto('/#/redirect//evil.example/')
    await page.waitForURL(/#\/404$/)
    expect(new URL(page.url()).host).toBe(new URL(world.running.url).host)
    await context.close()
  })

  test('[S6.02] a reader sees the data and can change nothing', async () => {
    const { page, complaints, context } = await world.visit()
    await signInByForm(page, words, 'reader')
    // Home is drawn by then, with all the buttons it has for them.
    await page.getByText(words.recent).waitFor()
    expect(await button(page, words.add).count()).toBe(0)
    await openPlayer(page, words, '30123000045')
    await openModule(page, 'currency')
    await page.getByText('shell').first().waitFor()
    expect(
      await page
        .getByRole('textbox', { name: /shell/ })
        .and(page.locator(':enabled:not([readonly])'))
        .count(),
    ).toBe(0)
    expect(await button(page, words.submit).count()).toBe(0)
    expect(complaints).toEqual([])
    await context.close()
  })

  test('[S8.05] a foreign player sets uId and sId to 0 and the page goes on', async () => {
    const { page, context } = await world.visit()
    await signInByForm(page, words, 'reader')
    await page.getByRole('combobox', { name: words.uId }).fill('10011000003')
    await button(page, words.find).click()
    await page
      .getByText(/所选游戏或区服不在你的权限范围内/)
      .first()
      .waitFor()
    const remembered = await page.evaluate(
      (origin) => localStorage.getItem(`qd.uid:${origin}`),
      world.running.url,
    )
    expect(remembered).toBeNull()
    await page.getByRole('link', { name: '首页' }).click()
    await page.getByText(words.recent).waitFor()
    await context.close()
  })

  test('[S4.05] a session that ends on the server leads to the login page at once', async () => {
    const { page, context } = await world.visit()
    await signInByForm(page, words, 'developer')
    const token = await page.evaluate(
      () => JSON.parse(localStorage.getItem('qd.session') ?? '{}').state?.token,
    )
    expect(typeof token).toBe('string')
    await fetch(`${world.running.url}/api/auth/logout`, { method: 'POST', headers: { token } })
    await page.waitForURL(/#\/login/)
    const left = await page.evaluate(() => localStorage.getItem('qd.session'))
    expect(left ?? '').not.toContain(token)
    await context.close()
  })

  test('[S5.01] adding a user without a selection asks for what is missing and sends nothing', async () => {
    const { page, context } = await world.visit()
    await signInByForm(page, words, 'admin')
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/adjust/newUser')) sent.push(request.url())
    })
    await button(page, words.add).click()
    await page
      .getByText(/请选择(运营商|线路|区服)/)
      .first()
      .waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(sent).toEqual([])
    await context.close()
  })

  test('a stopped server looks stopped', async () => {
    const { page, complaints, context } = await world.visit()
    await signInByForm(page, words, 'admin')
    await selectServer(page, words, { operator: '自营 Harbour', line: '正式线', server: 'S12' })
    await page.getByRole('main').getByText('已停止').first().waitFor()
    expect(await page.locator('html').getAttribute('data-env')).toBe('production')
    expect(complaints.filter((line) => !line.includes('503'))).toEqual([])
    await context.close()
  })
})

test('[S2.01] below a path of its own: pages, calls and the live channel stay under it', async () => {
  const proxy = await startPrefixProxy(new URL(world.running.url))
  try {
    const { page, complaints, context } = await world.visit()
    const outside: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(proxy.url)) outside.push(request.url())
    })
    const live = page.waitForEvent('websocket')
    await signInByForm(page, words, 'admin', `${proxy.url}#/index/30123000045?uId=30123000045`)
    await page.getByText('uId 30123000045').first().waitFor()
    await page.waitForURL(
      `${proxy.url}#/index/30123000045?uId=30123000045&game=lantern&line=northwind-test&sId=123`,
    )
    expect((await live).url()).toBe(`${proxy.url.replace('http', 'ws')}live`)
    expect(outside).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  } finally {
    proxy.stop()
  }
})

describe('two operators, one player', () => {
  test('[S7.15] the second sees loaded, current and mine, and decides', async () => {
    const uId = '30123000045'
    const first = await world.visit()
    const second = await world.visit()
    await signInByForm(first.page, words, 'operator')
    await signInByForm(second.page, words, 'developer')
    for (const { page } of [first, second]) {
      await openPlayer(page, words, uId)
      await openModule(page, 'settings')
    }
    const change = async (page: typeof first.page, value: string) => {
      const field = page.getByRole('textbox', { name: / voice/ })
      await field.fill(value)
      await field.press('Enter')
      await page.getByRole('textbox', { name: words.reason }).fill(`voice ${value}`)
    }
    await change(second.page, '31')
    await change(first.page, '17')
    await button(first.page, words.submit).click()
    await first.page
      .getByText(/已生效/)
      .first()
      .waitFor()
    // The second operator is told at once, or at the latest when committing.
    await button(second.page, words.submit).click()
    const dialog = second.page.getByRole('dialog')
    await dialog.getByText('17').first().waitFor()
    await dialog.getByText('31').first().waitFor()
    await first.context.close()
    await second.context.close()
  })
})
