import type { GameGroupName, GameServerTarget, WholeAdapter } from '../src/adapter/index.ts'
import { GAME_CALLS } from '../src/index.ts'
import type { GameCallName } from '../src/index.ts'
import { freshWrite, PLAIN_TRIES } from './plain-tries.ts'

/** What stands on the game server that an adapter is tried on. */
export interface ConformanceFixtures {
  /** A player of the server. */
  uId: string
  /** A uId of nobody. */
  nobody: string
  /** A field of a module that is one object, with two values it may have and one it never may. */
  field: { diff: string; netKey: string; name: string; values: [unknown, unknown]; wrong: unknown }
  /** A function of the game that needs no more than this. */
  command: { name: string; params?: Record<string, unknown> }
}

interface TriedCall {
  ask: (adapter: WholeAdapter, target: GameServerTarget, fixtures: ConformanceFixtures) => Promise<unknown>
  /** The call of the contract whose answer this is, as it is. */
  reply?: GameCallName
}

/** The value of the field that stands now, and the other one. */
export async function standing(
  { data }: Pick<WholeAdapter, 'data'>,
  target: GameServerTarget,
  { uId, field }: ConformanceFixtures,
) {
  const { tables, version } = await data.get(target, { uId, items: [{ diff: field.diff }] })
  const value = (tables[field.netKey] as Record<string, unknown>)[field.name]
  const other = field.values.find((each) => each !== value)
  return { version, value, other }
}

export const setField = ({ field }: ConformanceFixtures, value: unknown, old: unknown) => ({
  diff: field.diff,
  path: [field.name],
  op: 'set' as const,
  value,
  old,
})

const enterInput = { deviceId: 'conformance-device', ver: '1.0.0', ip: '127.0.0.1', fd: '1' }

/** One honest call of everything an adapter can offer. */
export const TRIED_CALLS: { [Name in GameGroupName]: Record<keyof WholeAdapter[Name], TriedCall> } = {
  ...PLAIN_TRIES,
  players: {
    lookup: {
      ask: ({ players }, target, { uId }) => players.lookup(target, { by: 'uId', value: uId, exact: true }),
      reply: 'lookup',
    },
  },
  protocol: {
    md5: { ask: ({ protocol }, target) => protocol.md5(target) },
    read: { ask: ({ protocol }, target) => protocol.read(target) },
  },
  proto: { read: { ask: ({ proto }, target) => proto.read(target), reply: 'proto' } },
  data: {
    get: {
      ask: ({ data }, target, { uId, field }) => data.get(target, { uId, items: [{ diff: field.diff }] }),
      reply: 'dataGet',
    },
    check: {
      ask: ({ data }, target, fixtures) => {
        const [value, old] = fixtures.field.values
        return data.check(target, {
          uId: fixtures.uId,
          version: '0',
          changes: [setField(fixtures, value, old)],
        })
      },
      reply: 'dataCheck',
    },
    change: {
      ask: async ({ data }, target, fixtures) => {
        const { version, value, other } = await standing({ data }, target, fixtures)
        const changes = [setField(fixtures, other, value)]
        return data.change(target, { uId: fixtures.uId, version, changes, ...freshWrite() })
      },
      reply: 'dataChange',
    },
  },
  commands: {
    list: { ask: ({ commands }, target) => commands.list(target) },
    run: {
      ask: ({ commands }, target, { command }) => commands.run(target, { ...command, ...freshWrite() }),
      reply: 'commandsRun',
    },
  },
  socket: {
    open: { ask: async ({ socket }, target) => (await socket.open(target, {})).close() },
    openRaw: {
      ask: async ({ socket }, target) =>
        (await socket.openRaw(target, { onBytes: () => undefined, onClose: () => undefined })).close(),
    },
    enter: { ask: ({ socket }, target) => socket.enter(target, enterInput) },
  },
}

/** What is wrong with an answer by the contract; undefined: nothing. */
export function wrongIn(reply: GameCallName, answer: unknown): unknown {
  return GAME_CALLS[reply].reply.safeParse(answer).error
}
