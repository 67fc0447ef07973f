export { BACKGROUND, SHARED } from './asker.ts'
export type { Asker } from './asker.ts'
export { DialError } from './dialer.ts'
export type { DialAnswer, Dialer, DialFault, DialRequest, DialSocketRequest } from './dialer.ts'
export type { AdapterData, AdapterProto, AdapterProtocol, GameAdapter } from './game-adapter.ts'
export { GameError } from './game-error.ts'
export type { GameErrorFacts, GameErrorKind, WrongField } from './game-error.ts'
export { areNetworks, PUBLIC_NETWORKS } from './networks.ts'
export type { Networks } from './networks.ts'
export { targetKey } from './game-server-target.ts'
export type { GameServerTarget } from './game-server-target.ts'
export type {
  EnterInput,
  EnterResult,
  GameSocket,
  GameSocketFrame,
  GameSocketHandlers,
  RawGameSocket,
  RawSocketHandlers,
} from './game-socket.ts'
export { mapPlainCalls } from './plain-calls.ts'
export type { CallOptions, PlainCallName, PlainGroups } from './plain-calls.ts'
export { wholeAdapter } from './whole-adapter.ts'
export type { GameGroupName, WholeAdapter } from './whole-adapter.ts'
