import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { button, inView, signIn } from '../support/steps.ts'

/* From a player to their keys in Redis and back, on the sandbox's own Redis. */

const UID = '30123000045'
let world: World
beforeAll(async () => {
  world = await startWorld({ withRedis: true })
})
afterAll(() => world.end())

test('[S1.05][S2.13] a player’s page lists their Redis keys; one opens there and leads back to the player', async () => {
  const { page, complaints, context } = await world.visit()
  await signIn(page, 'developer', `/#/index/${UID}?uId=${UID}&game=lantern`)
  await button(page, 'Redis 键').click()
  const dialog = page.getByRole('dialog', { name: `${UID} 的 Redis 键` })
  const mail = dialog.getByRole('button', { name: `lantern:s123:mail:${UID}` })
  // The game writes each online player's keys every ten seconds.
  const asked = async (): Promise<boolean> => {
    await dialog.getByRole('region', { name: 'mail', exact: true }).waitFor()
    if (await mail.isVisible()) return true
    await dialog.getByRole('button', { name: '重新查询' }).click()
    return false
  }
  await expect.poll(asked, { timeout: 30_000, interval: 500 }).toBe(true)
  await mail.click()
  await inView(page)
    .getByRole('heading', { name: `lantern:s123:mail:${UID}`, level: 2 })
    .waitFor()
  await expect.poll(() => page.url()).toContain(`key=lantern%3As123%3Amail%3A${UID}`)
  await inView(page)
    .getByRole('button', { name: `打开玩家 ${UID}` })
    .click()
  await inView(page).getByText(`uId ${UID}`).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
