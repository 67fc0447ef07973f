export { applyChanges } from './apply-changes.ts'
export type { AppliedChanges } from './apply-changes.ts'
export { applyEdit, locateChange } from './apply-edit.ts'
export type { AppliedEdit, LocatedChange } from './apply-edit.ts'
export { protocolMd5, shortMd5 } from './protocol-md5.ts'
export { checkChange, placeText } from './check-change.ts'
export { checkValue } from './check-value.ts'
export type { ChangeFault, ChangeFaultCode } from './check-value.ts'
export { parseDataProvider } from './data-provider.ts'
export type { DataProvider, EnumChoice } from './data-provider.ts'
export { readPath, writePath } from './data-path.ts'
export type { OwnCopies, WriteMode, Written } from './data-path.ts'
export { equalValues } from './equal-values.ts'
export { deriveProtocol } from './derive-protocol.ts'
export { exactInt, INT64_MAX } from './int64.ts'
export { leftOutBelow, leftOutByModule, takeOutForbidden } from './left-out.ts'
export type { LeftOut } from './left-out.ts'
export { leftOutAt, leftOutOf, takesWhole } from './left-out-of.ts'
export { isCarriedName, isForbiddenKey, isSafeName, MAX_NAME_LENGTH, ownValue } from './names.ts'
export { pathText, readPathText, textBelow } from './path-text.ts'
export { parseProtocol, PROTOCOL_LIMITS } from './parse-protocol.ts'
export type { ParsedProtocol } from './parse-protocol.ts'
export { parseField } from './parse-field.ts'
export { plainJsonFault } from './plain-json.ts'
export type { PlainJsonLimits } from './plain-json.ts'
export type {
  CChange,
  Change,
  DiffInfo,
  Field,
  PathSegment,
  PlayerData,
  ProtocolDefinition,
  Tip,
} from './protocol-definition.ts'
export { diffInfoOf, elementKeyOf, fieldNode, isScalarType, moduleNode } from './types.ts'
export type { DataNode, ItemNode, ScalarType } from './types.ts'
export { readProtoModules } from './proto-modules.ts'
export type { ModuleRoot, ProtoModules } from './proto-modules.ts'
export type { ProtoNested } from './proto-types.ts'
export { readJson } from './read-json.ts'
export type { JsonFault, ReadJson } from './read-json.ts'
export { moduleLabel, placeFacts, placeWords } from './place-facts.ts'
export type { PlaceFacts } from './place-facts.ts'
export { touchesSensitive } from './sensitive.ts'
