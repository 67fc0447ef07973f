import type { LeftOut, ProtocolDefinition } from '@qd/protocol-model'
import type { GameCallName, GameCallReply, GameCallRequest } from '../game-calls.ts'
import type { ReadCommands } from '../read-commands.ts'
import type { OperatorBlock } from '../schemas-player.ts'
import type { ProtoReply, TimeRequest } from '../schemas-server.ts'
import type { GameServerTarget } from './game-server-target.ts'
import type { EnterInput, EnterResult, GameSocket, GameSocketHandlers } from './game-socket.ts'

export interface CallOptions {
  signal?: AbortSignal
}

/** A write names its operator and may be sent again under the same key without happening twice. */
export interface WriteBlock {
  idempotencyKey: string
  operator: OperatorBlock
}

/** `refusedBecause` tells that the newest definition was refused and the last good one is served instead. */
export interface AdapterProtocol {
  md5: string
  protocol: ProtocolDefinition
  refusedBecause?: string
}

export interface AdapterProto extends ProtoReply {
  refusedBecause?: string
}

/** `leftOut` tells what stands in the data under names that are not carried; paths begin with the net key. */
export type AdapterData = GameCallReply<'dataGet'> & { leftOut?: LeftOut[] }

type Reply<Name extends GameCallName> = Promise<GameCallReply<Name>>

/** How features reach a game server; every method rejects with GameError and with nothing else. */
export interface GameAdapter {
  meta: (target: GameServerTarget, options?: CallOptions) => Reply<'meta'>
  time: (target: GameServerTarget, options?: CallOptions) => Reply<'time'>
  setTime: (
    target: GameServerTarget,
    input: TimeRequest & WriteBlock,
    options?: CallOptions,
  ) => Reply<'setTime'>
  lookup: (
    target: GameServerTarget,
    input: GameCallRequest<'lookup'>,
    options?: CallOptions,
  ) => Reply<'lookup'>
  protocolMd5: (target: GameServerTarget, options?: CallOptions) => Promise<string>
  protocol: (target: GameServerTarget, options?: CallOptions) => Promise<AdapterProtocol>
  proto: (target: GameServerTarget, options?: CallOptions) => Promise<AdapterProto>
  dataGet: (
    target: GameServerTarget,
    input: GameCallRequest<'dataGet'>,
    options?: CallOptions,
  ) => Promise<AdapterData>
  dataCheck: (
    target: GameServerTarget,
    input: GameCallRequest<'dataCheck'>,
    options?: CallOptions,
  ) => Reply<'dataCheck'>
  dataChange: (
    target: GameServerTarget,
    input: GameCallRequest<'dataChange'> & { idempotencyKey: string },
    options?: CallOptions,
  ) => Reply<'dataChange'>
  items: (target: GameServerTarget, options?: CallOptions) => Reply<'items'>
  limits: (target: GameServerTarget, options?: CallOptions) => Reply<'limits'>
  channels: (target: GameServerTarget, options?: CallOptions) => Reply<'channels'>
  crossGroups: (target: GameServerTarget, options?: CallOptions) => Reply<'crossGroups'>
  accountsCreate: (
    target: GameServerTarget,
    input: GameCallRequest<'accountsCreate'> & { idempotencyKey: string },
    options?: CallOptions,
  ) => Reply<'accountsCreate'>
  /** What the server offers, with the declarations that were refused; kept for some seconds. */
  commands: (target: GameServerTarget, options?: CallOptions) => Promise<ReadCommands>
  commandsRun: (
    target: GameServerTarget,
    input: GameCallRequest<'commandsRun'> & { idempotencyKey: string },
    options?: CallOptions,
  ) => Reply<'commandsRun'>
  openSocket: (
    target: GameServerTarget,
    handlers: GameSocketHandlers,
    options?: CallOptions,
  ) => Promise<GameSocket>
  /** Opens a socket, sends Enter 1001 and closes it again. */
  enter: (target: GameServerTarget, input: EnterInput, options?: CallOptions) => Promise<EnterResult>
}
