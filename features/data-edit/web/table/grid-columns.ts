import type { DiffInfo, Field } from '@qd/protocol-model'
import { inputKind, isIdField } from '@qd/web-kit/fields'

/** A column of the grid: a field, or the name behind an id field. */
export interface GridColumn {
  key: string
  field: Field
  kind: 'field' | 'name'
  width: number | string
  align: 'left' | 'right'
  isEditable: boolean
}

export function isNested(field: Field): boolean {
  return field.type === 'array' || !['int', 'string', 'float'].includes(field.type)
}

function widthOf(field: Field, isId: boolean): number | string {
  if (isNested(field)) return 'minmax(110px, 1fr)'
  const kind = inputKind(field)
  if (kind === 'flag') return 76
  if (kind === 'choice') return 92
  if (kind === 'time') return 158
  if (kind === 'text') return 'minmax(140px, 1.4fr)'
  return isId ? 100 : 'minmax(120px, 1fr)'
}

function columnsOfField(info: DiffInfo, field: Field): GridColumn[] {
  const isId = isIdField(field, info.key)
  const kind = inputKind(field)
  const isNumber = !isNested(field) && (kind === 'int' || kind === 'float')
  const column: GridColumn = {
    key: field.fieldName,
    field,
    kind: 'field',
    width: widthOf(field, isId),
    align: isNumber && !isId ? 'right' : 'left',
    // A row's key is its address and cannot change.
    isEditable: field.fieldName !== info.key && !isNested(field),
  }
  const isNamed = ['gameProp', 'server', 'channel'].includes(field.dataProvider ?? '')
  if (!isNamed) return [column]
  const name: GridColumn = {
    ...column,
    key: `${field.fieldName}:name`,
    kind: 'name',
    width: 'minmax(110px, 1.2fr)',
    isEditable: false,
  }
  return [column, name]
}

/** Columns of a table in the order of its fields; hidden ones left out, the key always there. */
export function gridColumns(info: DiffInfo, hidden: readonly string[]): GridColumn[] {
  return info.fields
    .filter(({ fieldName }) => fieldName === info.key || !hidden.includes(fieldName))
    .flatMap((field) => columnsOfField(info, field))
}
