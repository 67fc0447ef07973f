import { aCaller, everything } from '@qd/server-kit/testing'
import { startRedis } from '@qd/testing'
import type { TestRedis } from '@qd/testing'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { CONSOLE_LINE, consoleWorld, holder } from '../testing/console-world.ts'

let redis: TestRedis
let world: Awaited<ReturnType<typeof consoleWorld>>

beforeAll(async () => {
  redis = await startRedis()
  world = await consoleWorld(redis.port)
  world.set('other')
})
afterAll(async () => {
  await world.stop()
  await redis.stop()
})
afterEach(() => world.closePages())

it('a right that ends by itself ends in an open console, with the transaction begun with it', async () => {
  const desk = await world.as(holder('temporary', ['read', 'edit'])).open()
  await desk.value('SET k 1')
  await desk.value('MULTI')
  await desk.value('SET k 2')
  world.as(holder('temporary', ['read']))
  await expect(desk.type('EXEC')).rejects.toThrow('redis_console_state_lost')
  await expect(desk.type('SET k 3')).rejects.toThrow('redis_key_forbidden')
  expect(await desk.value('GET k')).toMatchObject({ v: '1' })
})

it('what was confirmed for one database is not sent to another, of another connection neither', async () => {
  const boss = world.as(aCaller('admin', [everything]))
  const desk = await boss.open()
  await desk.value('SET kept 1')
  const { console } = (await desk.type('FLUSHDB')) as unknown as { console: string }
  const allowed = async (connectionId: string, db: number) => {
    const at = { lineId: CONSOLE_LINE, connectionId, db }
    const answer = await boss.allow({ ...at, console, confirm: connectionId, args: ['FLUSHDB'] })
    return (answer.body.data as { allowance: string }).allowance
  }
  for (const allowance of [await allowed('main', 1), await allowed('other', 0)])
    await expect(desk.type('FLUSHDB', allowance)).rejects.toThrow('redis_console_unconfirmed')
  expect(await world.client.exists('kept')).toBe(1)
  const allowance = await allowed('main', 0)
  expect(await desk.type('FLUSHDB', allowance)).toMatchObject({ value: { t: 's', v: 'OK' } })
})
