import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { button, inView, signIn } from '../support/steps.ts'

/* Messages between programs: a developer listens to what another program says, and answers. */

const LONG_MS = 40_000
const execute = promisify(execFile)
let world: World
beforeAll(async () => {
  world = await startWorld({ withRedis: true })
})
afterAll(() => world.end())

/** Another program on the sandbox's Redis. */
async function cli(...words: string[]): Promise<string> {
  const { host, port, password } = world.running.sandbox!.redis!
  const login = ['-h', host, '-p', String(port), '--no-auth-warning', '-a', password]
  return (await execute('redis-cli', [...login, ...words])).stdout.trim()
}

test('[S7.11] a developer subscribes, sees what a program publishes, and publishes back', async () => {
  const { page, complaints, context } = await world.visit()
  await signIn(page, 'developer', '/#/redis')
  await inView(page)
    .getByRole('button', { name: /lantern-test/ })
    .first()
    .dblclick()
  await inView(page).getByRole('radio', { name: '服务器', exact: true }).click()
  await inView(page)
    .getByRole('navigation', { name: '服务器页面' })
    .getByRole('button', { name: '发布与订阅', exact: true })
    .click()
  await inView(page).getByRole('textbox', { name: '频道名', exact: true }).fill('e2e:room')
  await button(page, '订阅').click()
  // Redis answers how many heard it: from the moment the page listens it is one.
  const said = () => cli('PUBLISH', 'e2e:room', 'from a program')
  await expect.poll(said, { timeout: LONG_MS, interval: 200 }).toBe('1')
  const messages = inView(page).getByRole('grid', { name: '消息' })
  await messages.getByText('from a program').first().waitFor()

  await inView(page).getByRole('textbox', { name: '发布到频道', exact: true }).fill('e2e:room')
  await inView(page).getByRole('textbox', { name: '内容', exact: true }).fill('收到')
  await inView(page)
    .getByRole('button', { name: /^发\s?布$/ })
    .click()
  await page.getByText('已发布，1 个接收者').first().waitFor()
  await messages.getByText('收到').first().waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
