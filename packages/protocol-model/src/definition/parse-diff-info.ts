import { isCarriedName, isPlainObject, ownValue } from './names.ts'
import { LocalTexts } from './local-texts.ts'
import { parseField } from './parse-field.ts'
import { nameOf, ProtocolFault, textOf } from './protocol-fault.ts'
import type { DiffInfo, Field } from './protocol-definition.ts'

const MAX_FIELDS = 2000
/** Characters of a name that is not carried, as it is told. */
const SHOWN_NAME = 100

/** What is known of the other types while one is read. */
export interface KnownTypes {
  /** False for types that are not carried; fields of them are left out. */
  isCarried: (type: string) => boolean
}

/** A name that is not carried, short enough to be told. */
export function shownName(name: unknown): string {
  const text = typeof name === 'string' ? name.toWellFormed() : JSON.stringify(name ?? null)
  return text.length > SHOWN_NAME ? `${text.slice(0, SHOWN_NAME)}…` : text
}

/** Names told by whoever read the definition before; they cannot be found in it any more. */
export function toldNames(input: unknown): string[] {
  if (!Array.isArray(input)) return []
  return input
    .filter((name) => typeof name === 'string')
    .slice(0, MAX_FIELDS)
    .map(shownName)
}

function isCarriedField(field: unknown, { isCarried }: KnownTypes): boolean {
  if (!isPlainObject(field)) return true
  const { type, itemType } = field
  const named = type === 'array' ? itemType : type
  return (
    (typeof field.fieldName !== 'string' || isCarriedName(field.fieldName)) &&
    (typeof named !== 'string' || isCarried(named))
  )
}

/** Choices from a type that is not carried cannot be shown; the value itself still can. */
function withoutLostProvider(field: unknown, { isCarried }: KnownTypes): unknown {
  if (!isPlainObject(field) || typeof field.dataProvider !== 'string') return field
  const { dataProvider, ...rest } = field
  // A list of choices is no name, however long it is.
  return dataProvider.startsWith('enum:') || isCarried(dataProvider) ? field : rest
}

function parseFields(
  input: unknown,
  place: string,
  types: KnownTypes,
): { fields: Field[]; leftOut: string[] } {
  if (!Array.isArray(input)) throw new ProtocolFault(`${place}.fields is no list`)
  if (input.length > MAX_FIELDS) throw new ProtocolFault(`${place} has more than ${MAX_FIELDS} fields`)
  const leftOut = input
    .filter((field) => !isCarriedField(field, types))
    .map((field) => shownName(field.fieldName))
  const fields = input.flatMap((field, index) =>
    isCarriedField(field, types)
      ? [parseField(withoutLostProvider(field, types), `${place}.fields[${index}]`)]
      : [],
  )
  const seen = new Set<string>()
  for (const { fieldName } of fields) {
    if (seen.has(fieldName)) throw new ProtocolFault(`${place} has the field ${fieldName} twice`)
    seen.add(fieldName)
  }
  return { fields, leftOut }
}

function keyOf(input: Record<string, unknown>, fields: Field[], place: string): string {
  const key = textOf(input, 'key', place)
  if (key === '') return ''
  const field = fields.find(({ fieldName }) => fieldName === key)
  if (!field) throw new ProtocolFault(`${place}.key ${JSON.stringify(key)} is not one of its fields`)
  if (field.type !== 'int' && field.type !== 'string')
    throw new ProtocolFault(`${place}.key is no int or string field`)
  return key
}

type Labels = Pick<DiffInfo, 'names' | 'nameTexts'>

/** The listed label of each field, else the field's own name. */
function labelsOf(input: Record<string, unknown>, fields: Field[], place: string): Labels {
  const listed = input.names ?? {}
  if (!isPlainObject(listed)) throw new ProtocolFault(`${place}.names is no object`)
  const names: Record<string, string> = Object.create(null)
  const own: Record<string, Readonly<Record<string, string>>> = {}
  const texts = new LocalTexts(listed, `${place}.names`, input.nameTexts)
  for (const { fieldName, name, texts: inField } of fields) {
    const label = ownValue(listed, fieldName)
    const isListed = typeof label === 'string' || isPlainObject(label)
    names[fieldName] = isListed ? texts.read(fieldName) : name
    if (!isListed && inField?.name !== undefined) own[fieldName] = inField.name
  }
  const { nameTexts } = texts.found('nameTexts')
  const all = { ...own, ...nameTexts }
  return { names, ...(Object.keys(all).length === 0 ? {} : { nameTexts: all }) }
}

/** Reads the diff info that stands under `name`; throws ProtocolFault. */
export function parseDiffInfo(input: unknown, name: string, types: KnownTypes): DiffInfo {
  const place = `diffInfos.${name}`
  if (!isPlainObject(input)) throw new ProtocolFault(`${place} is no object`)
  if (nameOf(input, 'name', place) !== name) throw new ProtocolFault(`${place}.name is not ${name}`)
  const { fields, leftOut } = parseFields(input.fields, place, types)
  const notCarried = [...new Set([...leftOut, ...toldNames(input.leftOut)])]
  const netKey = textOf(input, 'netKey', place)
  const texts = new LocalTexts(input, place)
  return {
    name,
    comment: texts.read('comment'),
    fields,
    ...labelsOf(input, fields, place),
    key: keyOf(input, fields, place),
    netKey: isCarriedName(netKey) ? netKey : '',
    ...(notCarried.length === 0 ? {} : { leftOut: notCarried }),
    ...texts.found('texts'),
  }
}
