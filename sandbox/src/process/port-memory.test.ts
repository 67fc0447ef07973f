import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startGameServerForTest } from '../../testing/index.ts'
import { openGameServer } from '../server/game-server.ts'
import { PortMemory } from './port-memory.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'qd-ports-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('ports', () => {
  it('[sandbox-ports] stay the same from start to start', async () => {
    const path = join(folder, 'ports.json')
    const port = await new PortMemory(path).get('S1')
    expect(await new PortMemory(path).get('S1')).toBe(port)
  })

  it.each(['', '{', '{"S1":0}', '{"S1":"80"}', '{"S1":70000}'])(
    '[sandbox-ports] a file with %j gives new ones',
    async (text) => {
      const path = join(folder, 'ports.json')
      writeFileSync(path, text)
      expect(await new PortMemory(path).get('S1')).toBeGreaterThan(1023)
    },
  )

  it('[sandbox-ports] a server whose port is taken takes another', async () => {
    const first = await startGameServerForTest({ sId: 1, players: 1 })
    const second = await openGameServer({
      serverId: 'S2',
      keyId: 'k',
      hashKey: 'h',
      platform: 1,
      sId: 2,
      environment: 'dev',
      databasePath: ':memory:',
      now: Date.now,
      initialOffsetMs: 0,
      players: 1,
      log: { write: () => undefined },
      gameId: 'lantern',
      preferredPort: first.server.port,
    })
    expect(second.port).not.toBe(first.server.port)
    await second.close()
    await first.stop()
  })
})
