import { afterAll, beforeAll, expect, test } from 'vitest'
import { countPage } from '../support/count-page.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { signIn } from '../support/steps.ts'
import { openAndClose } from '../support/walk-tabs.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.end())

test('two hundred tabs opened and closed leave no elements and no listeners behind', async () => {
  const { page, complaints, context } = await world.visit()
  await signIn(page, 'admin', '/#/index')
  await openAndClose(page, 20)
  const before = await countPage(context, page)
  await openAndClose(page, 200)
  const after = await countPage(context, page)
  // A page of the editor has over a thousand elements: a single one left would be seen.
  expect(after.nodes - before.nodes).toBeLessThan(300)
  expect(after.listeners - before.listeners).toBeLessThan(60)
  expect(complaints).toEqual([])
  await context.close()
}, 600_000)
