import { afterAll, beforeAll, expect, test } from 'vitest'
import { seriousFaults } from '../support/axe.ts'
import { describeFace } from '../support/describe-face.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { WORDS, button, inView, selectServer, signIn } from '../support/steps.ts'

let world: World
const words = WORDS.cn
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.end())

// Both themes and both ends of the widths; the faces between them are in the long run.
describeFace({ theme: 'light', width: 1440, height: 900 }, () => world)
describeFace({ theme: 'dark', width: 390, height: 844 }, () => world)

test('a player read by who may change nothing, on a low screen', async () => {
  const { page, context } = await world.visit({ width: 1100, height: 700 })
  await signIn(page, 'reader', '/#/index/30123000045?uId=30123000045')
  await inView(page).locator('h1').waitFor()
  await page.getByText('出生区服').first().waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await context.close()
})

test('the add-user dialog', async () => {
  const { page, context } = await world.visit()
  await signIn(page, 'admin')
  await selectServer(page, words, { operator: '自营 Harbour', line: '开发线', server: 'S1' })
  await button(page, words.add).click()
  await page.getByRole('dialog').waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await context.close()
})
