import { hexOf } from '@qd/proto-wire'
import type { ProtoSchema } from '@qd/proto-wire'
import {
  DOC_COLOURS,
  docExampleOf,
  labelOf,
  tonesOf,
  typeOfField,
  typeText,
} from '../../../contract/index.ts'
import type { DocModel, DocType } from '../../../contract/index.ts'
import { readingsIn } from './readings.ts'

function fieldsOf(entry: DocType, model: DocModel) {
  if (entry.kind === 'enum') {
    return entry.type.values.map(({ name, number, comment, isDeprecated }) => {
      return { name, number, comment, isDeprecated, type: '', typeName: '', label: '', oneof: '' }
    })
  }
  return entry.type.sorted.map((field) => ({
    name: field.name,
    number: field.number,
    comment: field.comment,
    isDeprecated: field.isDeprecated,
    type: typeText(field, model),
    typeName: typeOfField(field),
    label: labelOf(field),
    oneof: field.oneof ?? '',
  }))
}

function exampleIn(schema: ProtoSchema, { kind, type }: DocType) {
  const example = kind === 'enum' ? null : docExampleOf(schema, type.fullName)
  if (example === null) return { example: '', hex: { bytes: [], parts: [] } }
  const tones = tonesOf(
    example.parts.map(({ name }) => name),
    DOC_COLOURS,
  )
  return {
    example: JSON.stringify(example.json, null, 2),
    hex: {
      bytes: hexOf(example.bytes).match(/../g) ?? [],
      parts: example.parts.map((part) => ({ ...part, tone: tones.get(part.name) ?? 0 })),
    },
  }
}

function typeIn(schema: ProtoSchema, model: DocModel, entry: DocType) {
  return {
    kind: entry.kind,
    fullName: entry.type.fullName,
    name: entry.name,
    module: entry.module,
    comment: entry.type.comment,
    isDeprecated: entry.type.isDeprecated,
    fields: fieldsOf(entry, model),
    ...exampleIn(schema, entry),
  }
}

/** The documentation as plain data: the script of the pages only draws it. */
export function siteDataOf(schema: ProtoSchema, model: DocModel) {
  const types = [...model.types.values()].map((entry) => typeIn(schema, model, entry))
  const commands = [...model.commands.values()]
  const searched = [...commands, ...types, ...types.flatMap(({ fields }) => fields)]
  return {
    modules: model.modules,
    types,
    commands,
    uses: [...model.uses],
    readings: readingsIn(searched.flatMap(({ name, comment }) => [name, comment])),
  }
}
