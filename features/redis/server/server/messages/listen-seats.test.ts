import { startRedis } from '@qd/testing'
import { expect, test } from 'vitest'
import { openLink } from '../../link/open-link.ts'
import { testConfig, testDialer } from '../../testing/link-config.ts'
import { holder, serverWorld } from '../../testing/server-world.ts'
import { LISTENS_MAX } from './serve-messages.ts'

const NAMES = { channels: ['c'], patterns: [], sharded: [] }
const EVENTS = { pattern: '*', allDatabases: true }

test('one person hears messages on a few pages only, and one that is closed makes room', async () => {
  const redis = await startRedis()
  const one = await openLink(testConfig({ port: redis.port }), {}, { db: 0, dialer: testDialer() })
  const pages = await serverWorld({ one })
  const ann = { as: holder(['read']) }
  const heard = [await pages.open('redis.keyEvents', EVENTS, ann)]
  while (heard.length < LISTENS_MAX) heard.push(await pages.open('redis.messages', NAMES, ann))
  await expect(pages.open('redis.messages', NAMES, ann)).rejects.toThrow('redis_links_full')
  await expect(pages.open('redis.keyEvents', EVENTS, ann)).rejects.toThrow('redis_links_full')
  heard[0]!.close()
  const again = () =>
    pages.open('redis.messages', NAMES, ann).then(
      () => 'open',
      (error: Error) => error.message,
    )
  await expect.poll(again).toBe('open')
  await pages.stop()
  one.close()
  await redis.stop()
})
