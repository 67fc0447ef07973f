import type { GAME_CALLS, GameCallName, GameCallReply, GameCallRequest } from '../game-calls.ts'
import type { GameServerTarget } from './game-server-target.ts'

export interface CallOptions {
  signal?: AbortSignal
}

export type Reply<Name extends GameCallName> = Promise<GameCallReply<Name>>

/** A write may be sent again under the same key without happening twice. */
export type Keyed<Input> = Input & { idempotencyKey: string }

/**
 * Calls by group that are nothing but their exchange: the request of the contract is sent, its reply comes back. The
 * types of these groups, and what every adapter is tried with, are made from this table. A GET here has no query.
 */
export const PLAIN_CALLS = {
  time: { read: 'time', set: 'setTime' },
  players: { lookup: 'lookup' },
  items: { list: 'items' },
  /** The upper limits of items. */
  limits: { list: 'limits' },
  channels: { list: 'channels' },
  /** Servers that play together. */
  cross: { groups: 'crossGroups' },
  accounts: { create: 'accountsCreate' },
  server: { setState: 'serverState' },
  /** Players by condition. */
  playersQuery: { find: 'playersQuery' },
  mail: { global: 'mailGlobal', batch: 'mailBatch', recall: 'mailRecall', status: 'mailStatus' },
} as const satisfies Record<string, Record<string, GameCallName>>

type PlainTable = typeof PLAIN_CALLS
type PlainGroupName = keyof PlainTable
type NameIn<Group> = Group[keyof Group]
export type PlainCallName = { [Group in PlainGroupName]: NameIn<PlainTable[Group]> }[PlainGroupName]

type Calls = typeof GAME_CALLS
type Input<Name extends GameCallName> = Calls[Name]['isWrite'] extends true
  ? Keyed<GameCallRequest<Name>>
  : GameCallRequest<Name>

/** How a plain call is made: a GET without input, a write with its key. */
type PlainCall<Name extends GameCallName> = Calls[Name]['method'] extends 'GET'
  ? (target: GameServerTarget, options?: CallOptions) => Reply<Name>
  : (target: GameServerTarget, input: Input<Name>, options?: CallOptions) => Reply<Name>

export type PlainGroups = {
  [Group in PlainGroupName]: {
    [Call in keyof PlainTable[Group]]: PlainCall<PlainTable[Group][Call] & PlainCallName>
  }
}

/** The same table, with something else in the place of each call. */
type MadeOfPlainCalls<Made> = {
  [Group in PlainGroupName]: Record<keyof PlainTable[Group], Made>
}

export function mapPlainCalls<Made>(
  make: (name: PlainCallName, group: PlainGroupName, call: string) => Made,
): MadeOfPlainCalls<Made> {
  const groups = Object.entries(PLAIN_CALLS).map(([group, calls]) => [
    group,
    Object.fromEntries(
      Object.entries(calls).map(([call, name]) => [call, make(name, group as PlainGroupName, call)]),
    ),
  ])
  return Object.fromEntries(groups) as MadeOfPlainCalls<Made>
}
