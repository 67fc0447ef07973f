import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assertNoFaults, launchBrowser, newVisitor } from '../support/browser.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { WORDS, openModule, signInByForm } from '../support/steps.ts'

const words = WORDS.cn
const PLAYER = '30123000045'
let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.end())

describe('one browser, two people', () => {
  test('[S4.04] who signs in after a sign-out begins at home, without player, history and pages of the other', async () => {
    const { page, complaints, context } = await world.visit()
    await signInByForm(page, words, 'operator', `/#/index/${PLAYER}`)
    await page.waitForURL(new RegExp(PLAYER))
    await page.getByRole('heading', { name: PLAYER }).or(page.getByText(PLAYER)).first().waitFor()
    const kept = () =>
      page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })') as Promise<string>
    await expect.poll(kept).toContain(PLAYER)
    await page.getByRole('button', { name: /^用户菜单/ }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await page.getByLabel(words.username, { exact: true }).waitFor()
    expect(new URL(page.url()).hash).toBe('#/login')
    expect(await kept()).not.toContain(PLAYER)

    // Back in the history, as the next person might: the page they came from leads to sign-in.
    await page.goBack()
    await page.waitForURL((url) => !url.href.includes(PLAYER))
    await page.getByLabel(words.username, { exact: true }).waitFor()
    await page.getByLabel(words.username, { exact: true }).fill('reviewer')
    await page.getByLabel(words.password, { exact: true }).fill('quarterdeck-sandbox')
    await page.getByRole('button', { name: /^登\s?录$/ }).click()
    await page.waitForURL((url) => url.hash === '#/index')
    await page.getByRole('main').getByText(words.recent).waitFor()
    expect(await page.getByRole('banner').textContent()).not.toContain(PLAYER)
    expect(await page.getByRole('main').textContent()).not.toContain(PLAYER)
    expect(await kept()).not.toContain(PLAYER)
    // No step of the history has a player, nor the form they signed in with.
    await page.goForward()
    await page.waitForURL((url) => !url.href.includes(PLAYER))
    await page.getByRole('main').waitFor()
    await page.goBack()
    await page.waitForURL((url) => url.hash === '#/index')
    expect(complaints).toEqual([])
    await context.close()
  })
})

/** How many drafts the browser keeps, read past the page. */
const DRAFTS_KEPT = `new Promise((resolve, reject) => {
  const open = indexedDB.open('qd-draft')
  open.onerror = () => reject(open.error)
  open.onsuccess = () => {
    const count = open.result.transaction('draft').objectStore('draft').count()
    count.onsuccess = () => {
      open.result.close()
      resolve(count.result)
    }
  }
})`

test('[S4.04] a sign-out clears drafts, also of players nobody opened since the page was loaded', async () => {
  const { page, complaints, context } = await world.visit()
  await signInByForm(page, words, 'operator', '/#/index/10001000003')
  await openModule(page, 'currency')
  await page.getByRole('textbox', { name: /shell/ }).fill('4711')
  await page.getByRole('textbox', { name: /shell/ }).press('Enter')
  await expect.poll(() => page.evaluate(DRAFTS_KEPT)).toBe(1)

  await page.goto('/#/account')
  await page.reload()
  await page.getByRole('main').waitFor()
  expect(await page.evaluate(DRAFTS_KEPT)).toBe(1)
  await page.getByRole('button', { name: /^用户菜单/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page.getByLabel(words.username, { exact: true }).waitFor()
  await expect.poll(() => page.evaluate(DRAFTS_KEPT)).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
})

describe('what the page may run', () => {
  test('markup and scripts of others are refused, and the journeys would hear of it', async () => {
    const browser = await launchBrowser()
    const { page } = await newVisitor(browser, world.running.url)
    await page.goto('/')
    await page.getByLabel(words.username, { exact: true }).waitFor()
    assertNoFaults(browser)
    const attacks = [
      `document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>'`,
      `document.createElement('script').src = 'https://evil.example/a.js'`,
      `new Worker('data:text/javascript,1')`,
      `document.createElement('script').text = 'alert(1)'`,
      `trustedTypes.createPolicy('mine', {})`,
    ]
    for (const attack of attacks) {
      expect([
        attack,
        await page.evaluate(attack).then(
          () => 'done',
          () => 'refused',
        ),
      ]).toEqual([attack, 'refused'])
    }
    // The page tells of a refusal in a task of its own.
    const heard = () => {
      try {
        return assertNoFaults(browser)
      } catch (error) {
        return String(error)
      }
    }
    await expect.poll(heard).toContain('refused by the policy: require-trusted-types-for')
    await browser.close()
  })
})
