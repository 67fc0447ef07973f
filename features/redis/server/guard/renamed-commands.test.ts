import { AppError } from '@qd/contract-kit'
import { aCaller, everything } from '@qd/server-kit/testing'
import { startRedis } from '@qd/testing'
import type { TestRedis } from '@qd/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ConnectionConfig } from '../../contract/index.ts'
import { testConfig } from '../testing/link-config.ts'
import { plainLink } from '../testing/plain-link.ts'
import { LINE, poolWorld } from '../testing/pool-world.ts'

const OF_CONNECTION = {
  SELECT: 'XSELECT',
  AUTH: 'XAUTH',
  MULTI: 'XMULTI',
  MONITOR: 'XMONITOR',
  SUBSCRIBE: 'hear',
}
const RENAMED = { DEL: 'KDEL', FLUSHALL: 'Wipe!', CONFIG: 'XCONFIG', ...OF_CONNECTION }
const editor = { scope: '*', environment: '*' as const, codes: ['redis.redis.read', 'redis.redis.edit'] }

let redis: TestRedis
let world: ReturnType<typeof poolWorld>
const plain = { send: (..._args: string[]): Promise<unknown> => Promise.reject(new Error('not started')) }
const links: { close(): void }[] = []

beforeAll(async () => {
  redis = await startRedis(
    Object.entries(RENAMED).flatMap(([command, name]) => ['--rename-command', command, name]),
  )
  world = poolWorld(redis.port)
  const link = plainLink(redis.port)
  links.push(link)
  plain.send = (...args) => link.send(args)
})
afterAll(async () => {
  await world.stop()
  for (const link of links) link.close()
  await redis.stop()
})
beforeEach(() => plain.send('SET', 'k', 'v'))

let saves = 0
/** The database of a connection whose record says so. */
async function databaseOf(part: Partial<ConnectionConfig>, grants = [everything]) {
  saves += 1
  const id = `c${saves}`
  world.save(id, testConfig({ port: redis.port, name: id, ...part }), {})
  return world.pool.of(
    { caller: aCaller(`u${saves}`, grants), place: { lineId: LINE } as never },
    { lineId: LINE, connectionId: id, db: 0 },
  )
}

const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'sent',
    (error: unknown) => (error instanceof AppError ? error.def.code : String(error)),
  )
const isThere = async () => (await plain.send('EXISTS', 'k')) === '1'

describe('commands the server renamed', () => {
  it('are sent by its names, whichever of the two was typed', async () => {
    const database = await databaseOf({ renamedCommands: RENAMED })
    expect(await database.run(['DEL', 'k'])).toBe('1')
    await plain.send('SET', 'k', 'v')
    expect(await database.run(['kdel', 'k'], { isTyped: true })).toBe('1')
    await plain.send('SET', 'k', 'v')
    expect(
      await database.runAll([
        ['KDEL', 'k'],
        ['EXISTS', 'k'],
        ['del', 'k'],
      ]),
    ).toEqual(['1', '0', '0'])
    expect(await database.run(['XCONFIG', 'GET', 'maxclients'], { isTyped: true })).toHaveLength(2)
    expect(await database.run(['wipe!'], { isTyped: true })).toEqual(Buffer.from('OK'))
  })

  it('are sent so by a console, too', async () => {
    const heard: unknown[] = []
    const database = await databaseOf({ renamedCommands: RENAMED })
    const own = await database.own({ onMessage: (message) => void heard.push(message) })
    expect(await own.run(['KDEL', 'k'], { isTyped: true })).toBe('1')
    expect(await own.run(['SUBSCRIBE', 'news'], { isTyped: true })).toHaveLength(1)
    await plain.send('PUBLISH', 'news', 'x')
    await expect.poll(() => heard).toHaveLength(1)
    own.close()
  })

  it('are judged as what they are', async () => {
    const readOnly = await databaseOf({ renamedCommands: RENAMED, readOnly: true })
    for (const args of [['KDEL', 'k'], ['wipe!'], ['XCONFIG', 'SET', 'maxclients', '9']])
      expect(await codeOf(readOnly.run(args, { isTyped: true }))).toBe('redis_read_only')
    const edits = await databaseOf({ renamedCommands: RENAMED }, [editor])
    expect(await codeOf(edits.run(['Wipe!'], { isTyped: true }))).toBe('redis_command_forbidden')
    expect(await codeOf(edits.runAll([['Wipe!']]))).toBe('redis_command_forbidden')
    const dev = { ...editor, resource: { kind: 'redis', pattern: '*/0/other:*' } }
    const narrowed = await databaseOf({ renamedCommands: RENAMED }, [dev])
    expect(await codeOf(narrowed.run(['KDEL', 'k'], { isTyped: true }))).toBe('redis_key_forbidden')
    expect(await isThere()).toBe(true)
  })

  it.each([{ GET: 'Wipe!' }, { EXISTS: 'KDEL' }, { GET: 'FLUSHDB' }, { GET: 'DEL' }] as Record<
    string,
    string
  >[])('are no way to another command: %o', async (renamedCommands) => {
    const database = await databaseOf({ renamedCommands }, [editor])
    for (const command of Object.keys(renamedCommands)) await codeOf(database.run([command, 'k']))
    expect(await database.run(['GET', 'k'])).toEqual(Buffer.from('v'))
    for (const name of Object.values(renamedCommands)) {
      const code = await codeOf(database.run([name], { isTyped: true }))
      expect([name, code === 'sent']).toEqual([name, false])
    }
    expect(await isThere()).toBe(true)
  })

  it.each(Object.values(OF_CONNECTION))('that change the connection are not typed as %s', async (name) => {
    const database = await databaseOf({ renamedCommands: RENAMED })
    const own = await database.own({ onMessage: () => undefined })
    expect(await codeOf(own.run([name, '1'], { isTyped: true }))).toBe('redis_command_unknown')
    expect(await own.run(['GET', 'k'], { isTyped: true })).toEqual(Buffer.from('v'))
    own.close()
  })

  it('are told as renamed where no record names them', async () => {
    const database = await databaseOf({})
    expect(await codeOf(database.run(['DEL', 'k'], { isTyped: true }))).toBe('redis_command_renamed')
    expect(await codeOf(database.run(['KDEL', 'k'], { isTyped: true }))).toBe('redis_command_unknown')
    const [reply] = await database.runAll([['DEL', 'k']])
    expect(await codeOf(Promise.reject(reply as Error))).toBe('redis_command_renamed')
    expect(await isThere()).toBe(true)
  })
})
