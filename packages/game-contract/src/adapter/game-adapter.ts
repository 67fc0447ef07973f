import type { LeftOut, ProtocolDefinition } from '@qd/protocol-model'
import type { GameCallReply, GameCallRequest } from '../game-calls.ts'
import type { ReadCommands } from '../read-commands.ts'
import type { ProtoReply } from '../schemas-server.ts'
import type { GameServerTarget } from './game-server-target.ts'
import type {
  EnterInput,
  EnterResult,
  GameSocket,
  GameSocketHandlers,
  RawGameSocket,
  RawSocketHandlers,
} from './game-socket.ts'
import type { CallOptions, Keyed, PlainGroups, Reply } from './plain-calls.ts'

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

/** The definition of player data. */
export interface ProtocolGroup {
  md5: (target: GameServerTarget, options?: CallOptions) => Promise<string>
  read: (target: GameServerTarget, options?: CallOptions) => Promise<AdapterProtocol>
}

/** The definition of messages. */
export interface ProtoGroup {
  read: (target: GameServerTarget, options?: CallOptions) => Promise<AdapterProto>
}

export interface DataGroup {
  get: (
    target: GameServerTarget,
    input: GameCallRequest<'dataGet'>,
    options?: CallOptions,
  ) => Promise<AdapterData>
  check: (
    target: GameServerTarget,
    input: GameCallRequest<'dataCheck'>,
    options?: CallOptions,
  ) => Reply<'dataCheck'>
  change: (
    target: GameServerTarget,
    input: Keyed<GameCallRequest<'dataChange'>>,
    options?: CallOptions,
  ) => Reply<'dataChange'>
}

/** The functions of the game. */
export interface CommandsGroup {
  /** What the server offers, with the declarations that were refused; kept for some seconds. */
  list: (target: GameServerTarget, options?: CallOptions) => Promise<ReadCommands>
  run: (
    target: GameServerTarget,
    input: Keyed<GameCallRequest<'commandsRun'>>,
    options?: CallOptions,
  ) => Reply<'commandsRun'>
}

export interface SocketGroup {
  open: (target: GameServerTarget, handlers: GameSocketHandlers, options?: CallOptions) => Promise<GameSocket>
  /** Opens a socket and leaves all of it to the caller: frames, Enter, heartbeat. */
  openRaw: (
    target: GameServerTarget,
    handlers: RawSocketHandlers,
    options?: CallOptions,
  ) => Promise<RawGameSocket>
  /** Opens a socket, sends Enter 1001 and closes it again. */
  enter: (target: GameServerTarget, input: EnterInput, options?: CallOptions) => Promise<EnterResult>
}

/** The calls of a game server, in groups named like the capabilities: `data.get` of a server is `data.get` here. */
export interface GameGroups extends PlainGroups {
  protocol: ProtocolGroup
  proto: ProtoGroup
  data: DataGroup
  commands: CommandsGroup
  socket: SocketGroup
}

/**
 * One way to reach game servers, with the groups it offers; every method rejects with GameError and with nothing else.
 */
export interface GameAdapter extends Partial<GameGroups> {
  name: string
  meta: (target: GameServerTarget, options?: CallOptions) => Reply<'meta'>
}
