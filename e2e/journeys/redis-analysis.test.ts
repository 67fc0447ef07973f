import { afterAll, beforeAll, expect, test } from 'vitest'
import { seriousFaults } from '../support/axe.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { button, inView, signIn } from '../support/steps.ts'

/* The memory analysis on the sandbox's own Redis. */

let world: World
beforeAll(async () => {
  world = await startWorld({ withRedis: true })
})
afterAll(() => world.end())

test('[S2.30] a developer sees what takes the memory, also after the page was loaded again', async () => {
  const { page, complaints, context } = await world.visit()
  await signIn(page, 'developer', '/#/redis')
  const view = inView(page)
  await view
    .getByRole('button', { name: /lantern-test/ })
    .first()
    .dblclick()
  await view.getByRole('radio', { name: '分析', exact: true }).click()
  await button(page, '开始分析').click()
  const isDone = view.getByRole('status').filter({ hasText: '已完成' })
  await isDone.waitFor()
  // All keys of the game lie below one prefix: the first look is into it.
  const tiles = view.getByRole('group', { name: '按占用大小排列的前缀' })
  await tiles.getByRole('button', { name: /^s123:, / }).click()
  await tiles.getByRole('button', { name: /^mail:, / }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await page.reload()
  await view.getByRole('radio', { name: '分析', exact: true }).click()
  await isDone.waitFor()
  await view.getByRole('radio', { name: '大键', exact: true }).click()
  const key = view.getByRole('grid', { name: '大键' }).getByRole('button').first()
  const name = await key.innerText()
  await button(page, '比较').click()
  await view.getByText('还没有可比较的两次分析').waitFor()
  await button(page, '重新分析').click()
  const compared = view.getByRole('grid', { name: '前缀' })
  await compared.getByRole('button', { name: 'lantern:s123:mail:', exact: true }).waitFor()
  expect(await seriousFaults(page)).toEqual([])
  await button(page, '比较').click()
  await view.getByRole('radio', { name: '大键', exact: true }).click()
  await key.click()
  await view.getByRole('heading', { name, exact: true, level: 2 }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
