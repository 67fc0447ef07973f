import type { DiffInfo, Field } from '@qd/protocol-model'
import type { DataColumn } from '@qd/web-kit'
import type { ReactNode } from 'react'
import { inputKind, isIdField } from '@qd/web-kit/fields'
import type { TableRow } from '../model/table-rows.ts'
import { nameOf, valueText } from '../values/value-text.ts'
import type { ValueContext } from '../values/value-text.ts'
import { ValueView } from '../values/value-view.tsx'
import { isNested } from './is-nested.ts'

/** A column of the grid: a field, or the name behind an id field. */
export interface GridColumn extends DataColumn<TableRow> {
  field: Field
  kind: 'field' | 'name'
  isEditable: boolean
}

/** From so many digits on a number does not fit into a usual column; 19 digits with separators do into a wide one. */
const LONG_DIGITS = 13

interface Size {
  width: number
  isGrowing: boolean
}

function sizeOf(field: Field, isId: boolean): Size {
  if (isNested(field)) return { width: 120, isGrowing: false }
  const kind = inputKind(field)
  if (kind === 'flag') return { width: 72, isGrowing: false }
  if (kind === 'choice') return { width: 92, isGrowing: false }
  if (kind === 'time') return { width: 158, isGrowing: false }
  if (kind === 'text') return { width: 160, isGrowing: true }
  if (!isId && kind === 'int' && String(field.max ?? '').length >= LONG_DIGITS)
    return { width: 196, isGrowing: false }
  return { width: isId ? 96 : 112, isGrowing: false }
}

function isNamed(field: Field): boolean {
  return ['gameProp', 'server', 'channel'].includes(field.dataProvider ?? '')
}

function nameColumn(field: Field, title: string, context: ValueContext): GridColumn {
  const text = ({ row }: TableRow): string => nameOf(field, row[field.fieldName], context.place) ?? ''
  return {
    key: `${field.fieldName}:name`,
    title,
    subTitle: field.dataProvider,
    width: 130,
    isGrowing: true,
    align: 'left',
    field,
    kind: 'name',
    isEditable: false,
    text,
    render: (row): ReactNode => text(row) || '–',
  }
}

function fieldColumn(info: DiffInfo, field: Field, context: ValueContext): GridColumn {
  const isId = isIdField(field, info.key)
  const kind = inputKind(field)
  const isNumber = !isNested(field) && (kind === 'int' || kind === 'float')
  return {
    key: field.fieldName,
    title: field.name,
    subTitle: field.fieldName,
    ...sizeOf(field, isId),
    align: isNumber && !isId ? 'right' : 'left',
    isFixed: field.fieldName === info.key,
    field,
    kind: 'field',
    // A row's key is its address and cannot change.
    isEditable: field.fieldName !== info.key && !isNested(field),
    text: ({ row }) => {
      const value = row[field.fieldName]
      if (value === undefined || value === null) return ''
      if (typeof value === 'object') return JSON.stringify(value)
      return isNumber ? String(value) : valueText(field, value, context)
    },
    render: ({ row }) => <ValueView field={field} value={row[field.fieldName]} context={context} />,
  }
}

/** Columns of a table in the order of its fields, names behind the ids they belong to. */
export function gridColumns(info: DiffInfo, context: ValueContext, nameTitle: string): GridColumn[] {
  return info.fields.flatMap((field) => {
    const column = fieldColumn(info, field, context)
    return isNamed(field) ? [column, nameColumn(field, nameTitle, context)] : [column]
  })
}
