import { expect, it } from 'vitest'
import { CAPABILITIES, GAME_CODE_FACTS, GAME_CODES } from '../src/index.ts'
import type { GameCallReply, GameCallRequest, GameCode } from '../src/index.ts'
import { GameError, PUBLIC_NETWORKS, wholeAdapter } from '../src/adapter/index.ts'
import type { CallOptions, GameAdapter, GameServerTarget } from '../src/adapter/index.ts'
import { describeAdapter } from '../testing/index.ts'

const SERVER: GameServerTarget = {
  game: 'tiny',
  platform: 1,
  sId: 7,
  apiUrl: 'tiny://seven',
  serverId: 's7',
  keyId: 'k1',
  hashKey: 'tiny key',
  ws: '',
  codec: {} as never,
  networks: PUBLIC_NETWORKS,
}
const U = '30007000001'
const refuse = (code: GameCode, details?: unknown) =>
  new GameError({ kind: 'refused', code, status: GAME_CODE_FACTS[code].httpStatus, details })

/** A game that only knows who it is and one number of one player. */
const world = { level: 1, version: 1, kept: new Map<string, GameCallReply<'dataChange'>>() }

/** Reaches that game without HTTP, and offers `data` only. */
function tinyAdapter(): GameAdapter {
  const at = async (target: GameServerTarget, { signal }: CallOptions = {}) => {
    const { apiUrl, serverId, keyId, hashKey } = target
    if (signal?.aborted === true) throw new GameError({ kind: 'given_up', mayHaveActed: false })
    if (apiUrl !== SERVER.apiUrl) throw new GameError({ kind: 'down' })
    const isProven = hashKey === SERVER.hashKey && keyId === SERVER.keyId && serverId === SERVER.serverId
    if (!isProven) throw new GameError({ kind: 'bad_signature' })
  }
  const known = (uId: string) => {
    if (uId !== U) throw refuse(GAME_CODES.unknownPlayer)
  }
  const faultsOf = ({ changes }: GameCallRequest<'dataCheck'>) =>
    changes.flatMap(({ value }, index) =>
      typeof value === 'number'
        ? []
        : [{ index, status: 422, code: GAME_CODES.validation, msg: 'no number' }],
    )
  return {
    name: 'tiny',
    meta: async (target, options) => {
      await at(target, options)
      const clock = { real: 1, game: 1, offset: 0, zone: 'UTC' }
      const limits = { maxBatch: 1, maxBody: 1_000, rps: 1 }
      const said = { contract: '1.0', game: 'tiny', serverIds: [SERVER.sId], build: '1', protocolMd5: '' }
      const rest = { configVersions: {}, onlinePolicies: ['live' as const], online: 0, startedAt: 1 }
      return { ...said, ...rest, capabilities: ['data.get', 'data.check', 'data.change'], limits, clock }
    },
    data: {
      get: async (target, { uId }) => {
        await at(target)
        known(uId)
        return { version: String(world.version), online: false, tables: { role: { level: world.level } } }
      },
      check: async (target, input) => {
        await at(target)
        known(input.uId)
        return { actions: [{ text: 'sets the level', code: 'set' }], warnings: [], refused: faultsOf(input) }
      },
      change: async (target, { idempotencyKey, ...input }) => {
        await at(target)
        known(input.uId)
        const kept = world.kept.get(idempotencyKey)
        if (kept !== undefined) return kept
        const [change] = input.changes
        if (change?.old !== world.level)
          throw refuse(GAME_CODES.versionConflict, { conflicts: [{ index: 0, current: world.level }] })
        const faults = faultsOf(input)
        if (faults.length === 0) {
          world.level = change.value as number
          world.version += 1
        }
        const reply = {
          version: String(world.version),
          c: [{ d: 'role', change: JSON.stringify({ level: world.level }) }],
          results: faults.length > 0 ? faults : [{ index: 0, status: 0, code: 0, msg: '' }],
        }
        world.kept.set(idempotencyKey, reply)
        return reply
      },
    },
  }
}

describeAdapter('one that offers few groups', {
  adapter: tinyAdapter,
  target: () => SERVER,
  fixtures: {
    uId: U,
    nobody: '30007000009',
    field: { diff: 'Role', netKey: 'role', name: 'level', values: [1, 2], wrong: 'high' },
    command: { name: 'none' },
  },
})

it('what is not offered is named as the game would name it, and nothing else is', async () => {
  const { name, meta, ...groups } = wholeAdapter({ name: 'none', meta: tinyAdapter().meta })
  expect(await meta(SERVER)).toMatchObject({ game: 'tiny' })
  const calls = Object.values(groups).flatMap((group) => Object.values(group) as (() => Promise<unknown>)[])
  const named = calls.map(async (call) => {
    const error = await call().catch((caught: unknown) => caught)
    return ((error as GameError).details as { capability: string }).capability
  })
  expect(name).toBe('none')
  expect(new Set(await Promise.all(named))).toEqual(
    // What the server does by itself, and ways to ask a call that is named already, are no calls of an adapter.
    new Set(
      Object.keys(CAPABILITIES).filter((each) => each === 'socket' || CAPABILITIES[each]?.call !== null),
    ),
  )
})
