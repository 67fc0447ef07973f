import { AppError } from '@qd/contract-kit'
import { diffSchemas, readSchema } from '@qd/proto-wire'
import type { ProtoSchema } from '@qd/proto-wire'
import { simulatorErrors } from '../../contract/index.ts'
import type { DefinitionChange } from '../../contract/index.ts'
import type { AnyDefinition, Definition } from './packed-definition.ts'

function schemaOf(definition: Definition): ProtoSchema {
  const read = readSchema(definition)
  if (read.ok) return read.schema
  throw new AppError(simulatorErrors.simulator_definition_invalid, {
    params: { path: read.path, reason: read.reason },
  })
}

/** What differs between two definitions; throws `simulator_definition_invalid` where one of them cannot be read. */
export function compareDefinitions(before: Definition, after: Definition): DefinitionChange[] {
  const [old, now] = [schemaOf(before), schemaOf(after)]
  return diffSchemas(old, now, before.cmds, after.cmds).map((change) => ({
    code: change.code,
    path: change.path,
    before: change.before ?? '',
    after: change.after ?? '',
    isBreaking: change.breaking,
  }))
}

/** As it is written down beside a version: null where the two cannot be compared. */
export function differencesOf(before: Definition, after: Definition): DefinitionChange[] | null {
  if (!readSchema(before).ok || !readSchema(after).ok) return null
  return compareDefinitions(before, after)
}

export function countsOf(definition: AnyDefinition): { messages: number; enums: number; commands: number } {
  const read = readSchema(definition)
  const commands = definition.cmds.length
  if (!read.ok) return { messages: 0, enums: 0, commands }
  return { messages: read.schema.messages.size, enums: read.schema.enums.size, commands }
}
