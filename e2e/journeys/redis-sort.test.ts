import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from '../support/browser.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { inView, signIn } from '../support/steps.ts'

/* Keys of ours in another order than by name, and a member far longer than a cell of the table. */

const MEMBER = `first line\n${'岚夜 0123456789\n'.repeat(3_000)}last line`

let world: World
let redis: Redis
beforeAll(async () => {
  world = await startWorld({ withRedis: true })
  redis = new Redis({ ...world.running.sandbox!.redis! })
  await redis.set('desk:9:a', 'x'.repeat(5_000), 'PX', 900_000)
  await redis.set('desk:9:b', 'x'.repeat(90_000))
  await redis.set('desk:9:c', 'x', 'PX', 300_000)
  await redis.zadd('desk:9:rank', '9007199254740993', MEMBER, '1', 'short')
})
afterAll(async () => {
  redis?.disconnect()
  await world.end()
})

const keysOf = (page: Page) =>
  inView(page)
    .getByRole('treeitem')
    .evaluateAll((lines) =>
      lines.map((line) => line.getAttribute('aria-label')).filter((name) => name?.startsWith('desk:9:')),
    )

test('keys are sorted by size and time left, and a long member is read, compared and changed', async () => {
  const { page, complaints, context } = await world.visit()
  await signIn(page, 'developer', '/#/redis')
  await inView(page)
    .getByRole('button', { name: /lantern-test/ })
    .first()
    .dblclick()
  await inView(page).getByRole('treeitem', { name: 'desk', exact: true }).click()
  await inView(page).getByRole('treeitem', { name: '9', exact: true }).click()
  const names = (...ends: string[]) => ends.map((end) => `desk:9:${end}`)
  await expect.poll(() => keysOf(page)).toEqual(names('a', 'b', 'c', 'rank'))
  await inView(page).getByRole('button', { name: '按大小排序' }).click()
  await expect.poll(() => keysOf(page)).toEqual(names('b', 'rank', 'a', 'c'))
  await inView(page).getByRole('button', { name: '按TTL排序' }).click()
  await expect.poll(() => keysOf(page)).toEqual(names('c', 'a', 'b', 'rank'))
  await page.keyboard.press('Enter')
  await expect.poll(() => keysOf(page)).toEqual(names('b', 'rank', 'a', 'c'))

  await inView(page).getByRole('treeitem', { name: 'desk:9:rank', exact: true }).click()
  await inView(page)
    .getByRole('grid', { name: '有序集合成员' })
    .getByText(/^first line/)
    .click()
  const part = inView(page).getByRole('region', { name: /^成员 · 分数/ })
  const box = part.getByRole('textbox')
  await expect.poll(() => box.inputValue()).toBe(MEMBER)
  await box.focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' and more')
  const save = { name: /^保\s?存$/ }
  await part.getByRole('button', save).click()
  await page.getByRole('dialog').getByRole('button', save).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => redis.zscore('desk:9:rank', `${MEMBER} and more`)).toBe('9007199254740992')
  expect(await redis.zcard('desk:9:rank')).toBe(2)
  await inView(page)
    .getByRole('button', { name: /^撤\s?销$/ })
    .click()
  await expect.poll(() => redis.zscore('desk:9:rank', MEMBER)).toBe('9007199254740992')
  expect(complaints).toEqual([])
  await context.close()
})
