import { afterAll, beforeAll } from 'vitest'
import type { GameServerTarget } from '@qd/game-contract/adapter'
import { describeAdapter } from '@qd/game-contract/testing'
import { NOTABLE_U_ID, startGameServerForTest } from '@qd/sandbox/testing'
import { HONEST_UID, plainDialer, startLyingGame } from '../testing/index.ts'
import { createStandardAdapter } from './index.ts'

const stops: (() => Promise<void>)[] = []
let sandbox: GameServerTarget
let honest: GameServerTarget
beforeAll(async () => {
  const [real, small] = [await startGameServerForTest({ sId: 123 }), await startLyingGame('honest')]
  stops.push(real.stop, small.stop)
  sandbox = real.target
  honest = small.target
})
afterAll(async () => {
  for (const stop of stops) await stop()
})

const adapter = () =>
  createStandardAdapter({ dialer: plainDialer(), readTimeoutMs: 3000, writeTimeoutMs: 3000 })
const nobody = '30123999999'

describeAdapter('standard at the sandbox', {
  adapter,
  target: () => sandbox,
  fixtures: {
    uId: NOTABLE_U_ID,
    nobody,
    field: { diff: 'RoleInfo', netKey: 'role', name: 'vip', values: [3, 4], wrong: 16 },
    command: { name: 'onlineByLevel' },
  },
})

describeAdapter('standard at a small game', {
  adapter,
  target: () => honest,
  fixtures: {
    uId: HONEST_UID,
    nobody,
    field: { diff: 'Role', netKey: 'role', name: 'level', values: [72, 73], wrong: 'high' },
    command: { name: 'greet' },
  },
})
