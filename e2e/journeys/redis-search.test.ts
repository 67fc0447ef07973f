import { searchRedis } from '@qd/app-server/testing'
import type { SearchRedis } from '@qd/app-server/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seriousFaults } from '../support/axe.ts'
import type { Page } from '../support/browser.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { button, inView, signIn } from '../support/steps.ts'

/* Indexes of RediSearch on a real redis-server with the module, and keys of its own making. */

let world: World
let redis: SearchRedis
beforeAll(async () => {
  world = await startWorld()
  redis = await searchRedis(await world.running.signIn('admin'), 'northwind-test')
  const schema = ['name', 'TEXT', 'SORTABLE', 'level', 'NUMERIC', 'SORTABLE', 'guild', 'TAG']
  await redis.send('FT.CREATE', 'heroes', 'SCHEMA', ...schema)
  for (let at = 1; at <= 60; at += 1) {
    const fields = [
      'name',
      `Storm ${at} <b>bold</b>`,
      'level',
      String(at),
      'guild',
      at % 2 === 0 ? 'red' : 'blue',
    ]
    await redis.send('FT.ADD', 'heroes', `hero:${at}`, '1', 'FIELDS', ...fields)
  }
})
afterAll(async () => {
  await world.end()
  await redis.stop()
})

const region = (page: Page) => inView(page).getByRole('region', { name: '搜索索引', exact: true })

test('a developer looks an index up, searches it page by page, and opens what was found', async () => {
  const { page, complaints, context } = await world.visit()
  await signIn(page, 'developer', '/#/redis')
  await inView(page)
    .getByRole('button', { name: new RegExp(redis.name) })
    .first()
    .dblclick()
  await inView(page).getByRole('radio', { name: '服务器', exact: true }).click()
  await inView(page)
    .getByRole('navigation', { name: '服务器页面' })
    .getByRole('button', { name: '搜索索引', exact: true })
    .click()
  await region(page).getByText('字段：3').waitFor()
  const query = region(page).getByRole('combobox', { name: '查询' })
  await query.fill('@@bad(')
  await query.press('Enter')
  await region(page).getByRole('alert').getByText('Syntax error').waitFor()
  expect(await query.inputValue()).toBe('@@bad(')
  await query.fill('storm')
  await button(page, '解释').click()
  await region(page).getByText('UNION {', { exact: false }).waitFor()
  await query.press('Enter')
  await region(page)
    .getByText(/^找到 60 个/)
    .waitFor()
  await region(page).getByRole('button', { name: '下一页' }).click()
  await expect
    .poll(() =>
      region(page)
        .getByRole('button', { name: /^hero:/ })
        .count(),
    )
    .toBe(10)
  expect(await seriousFaults(page)).toEqual([])
  await query.fill('@level:[7 7]')
  await query.press('Enter')
  await region(page).getByRole('button', { name: 'hero:7', exact: true }).click()
  await inView(page).getByRole('heading', { name: 'hero:7', exact: true, level: 2 }).waitFor()
  // What the server did not understand.
  expect(complaints).toEqual([expect.stringContaining('422')])
  await context.close()
})
