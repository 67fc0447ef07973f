import type { RouteReplyGiven } from '@qd/contract-kit'
import type { FunctionEntry, dryRunFunction, functionList } from '../../contract/index.ts'

export const U_ID = '30123000045'

const parameter = (fieldName: string, name: string, type: string, more: object = {}) => ({
  fieldName,
  name,
  type,
  comment: '',
  ...more,
})

const serverFunction: Omit<FunctionEntry, 'id' | 'title'> = {
  source: 'server',
  version: 'a1b2c3',
  group: '玩家',
  comment: '',
  target: 'player',
  parameters: [],
  risk: 'R2',
  hasDryRun: true,
  needsDryRun: true,
  result: 'text',
  mayRun: true,
  whyNot: null,
  mayManage: true,
  override: null,
  effects: { known: ['items'], isComplete: true },
  saidEffects: { byGame: ['items'], byConsole: null, revision: 0 },
  composed: null,
}

/** Adds items to a player's bag; has to be tried first. */
export const addItem: FunctionEntry = {
  ...serverFunction,
  id: 'add_item',
  title: '发放道具',
  group: '背包',
  comment: '把道具放进玩家的背包',
  parameters: [
    parameter('itemId', '道具', 'int', { min: '1' }),
    parameter('count', '数量', 'int', { min: '1', max: '999', defaultVal: 10 }),
  ],
}

/** Counts who is online; needs no player and no dry run. */
export const countOnline: FunctionEntry = {
  ...serverFunction,
  id: 'count_online',
  title: '在线人数',
  group: '区服',
  target: 'none',
  risk: 'R0',
  hasDryRun: false,
  needsDryRun: false,
  result: 'table',
}

/** Designed in the console, in its third version. */
export const welcome: FunctionEntry = {
  ...serverFunction,
  source: 'composed',
  id: 'f-welcome',
  version: '3',
  title: '新手补偿',
  group: '补偿',
  risk: 'R3',
  result: null,
  parameters: [parameter('token', '口令', 'string', { sensitive: true }), parameter('level', '等级', 'int')],
  composed: {
    place: { game: 'lantern', operator: 'northwind', lineId: 'northwind-test' },
    owner: 'developer',
    isOwn: false,
    isArchived: false,
    groups: [],
    savedAt: 1_790_000_000_000,
    savedBy: 'admin',
    note: '',
  },
}

export function listOf(
  list: FunctionEntry[],
  more: Partial<RouteReplyGiven<typeof functionList>> = {},
): RouteReplyGiven<typeof functionList> {
  return {
    serverState: 'ok',
    serverMsg: '',
    refused: [],
    list,
    mayManage: true,
    mayRunMany: true,
    ...more,
  }
}

/** A dry run of one step that would change one value. */
export function planOf(
  more: Partial<RouteReplyGiven<typeof dryRunFunction>> = {},
): RouteReplyGiven<typeof dryRunFunction> {
  return {
    dryRunId: 'd1',
    goodUntil: Date.now() + 600_000,
    risk: 'R2',
    confirmName: U_ID,
    isRunnable: true,
    steps: [
      {
        step: 0,
        kind: 'command',
        title: '发放道具',
        status: 'ready',
        actions: ['增加 潮汐晶石 ×10'],
        changes: [{ diff: 'Bag', key: '10007', path: ['count'], op: 'set', old: 480, value: 490 }],
        refused: [],
        isUnsure: false,
      },
    ],
    ...more,
  }
}
