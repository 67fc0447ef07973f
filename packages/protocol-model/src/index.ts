export type {
  CChange,
  Change,
  ChangeResult,
  DiffInfo,
  Field,
  PathSegment,
  PlayerData,
  ProtocolDefinition,
  Tip,
} from './protocol-definition.ts'
