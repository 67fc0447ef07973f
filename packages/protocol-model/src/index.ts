export { applyChanges } from './changes/apply-changes.ts'
export type { AppliedChanges } from './changes/apply-changes.ts'
export { applyEdit, locateChange } from './changes/apply-edit.ts'
export type { AppliedEdit, LocatedChange } from './changes/apply-edit.ts'
export { protocolMd5, shortMd5 } from './definition/protocol-md5.ts'
export { checkChange, placeText } from './changes/check-change.ts'
export { checkValue } from './values/check-value.ts'
export type { ChangeFault, ChangeFaultCode } from './values/check-value.ts'
export { parseDataProvider } from './definition/data-provider.ts'
export type { DataProvider, EnumChoice } from './definition/data-provider.ts'
export { readPath, writePath } from './changes/data-path.ts'
export type { OwnCopies, WriteMode, Written } from './changes/data-path.ts'
export { equalValues } from './values/equal-values.ts'
export { deriveProtocol } from './definition/derive-protocol.ts'
export { exactInt, INT64_MAX } from './values/int64.ts'
export { leftOutBelow, leftOutByModule, takeOutForbidden } from './values/left-out.ts'
export type { LeftOut } from './values/left-out.ts'
export { leftOutAt, leftOutOf, takesWhole } from './values/left-out-of.ts'
export { isCarriedName, isForbiddenKey, isSafeName, MAX_NAME_LENGTH, ownValue } from './definition/names.ts'
export { pathText, readPathText, textBelow } from './changes/path-text.ts'
export { parseProtocol, PROTOCOL_LIMITS } from './definition/parse-protocol.ts'
export type { ParsedProtocol } from './definition/parse-protocol.ts'
export { parseField } from './definition/parse-field.ts'
export { plainJsonFault } from './values/plain-json.ts'
export type { PlainJsonLimits } from './values/plain-json.ts'
export type {
  CChange,
  Change,
  DiffInfo,
  Field,
  PathSegment,
  PlayerData,
  PlayerFact,
  ProtocolDefinition,
  TextsByLanguage,
  Tip,
} from './definition/protocol-definition.ts'
export { diffInfoOf, elementKeyOf, fieldNode, isScalarType, moduleNode } from './types.ts'
export type { DataNode, ItemNode, ScalarType } from './types.ts'
export { readProtoModules } from './definition/proto-modules.ts'
export type { ModuleRoot, ProtoModules } from './definition/proto-modules.ts'
export type { ProtoNested } from './definition/proto-types.ts'
export { moduleLabel, placeFacts, placeWords } from './changes/place-facts.ts'
export type { PlaceFacts } from './changes/place-facts.ts'
export { protocolIn, fieldIn } from './definition/protocol-in.ts'
export { touchesSensitive } from './definition/sensitive.ts'
