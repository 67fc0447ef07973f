import { JsonReader } from '@qd/json-text'
import type { JsonNode } from '@qd/json-text'
import { fromJson, toJson } from '@qd/value-codecs'
import type { ValueNode } from '@qd/value-codecs'
import { cellOf, cellText } from '@qd/value-codecs/record'
import type { RecordField, RecordLayout } from '@qd/value-codecs/record'
import { Banner, VirtualTable } from '@qd/web-controls'
import type { Column } from '@qd/web-controls'
import { EmptyState } from '@qd/web-frame'
import { Info, Table2 } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useRedisTexts } from '../../texts.ts'
import { faultText } from '../decode/fault-banner.tsx'
import styles from './records-table.module.css'

/** Characters of a cell that are drawn. */
const CELL_CHARS = 200

interface RecordsTableProps {
  name: string
  /** JSON of the records, as it was read or typed. */
  text: string
  layout: RecordLayout
  /** null: it is only looked at. */
  onType: ((text: string) => void) | null
  onSave: () => void
}

/** Where the records stand in their text; null: it is no list of objects. */
function recordsIn(text: string): JsonNode[] | null {
  const reader = new JsonReader(text)
  reader.read()
  const { root } = reader
  if (root?.kind !== 'array' || reader.faults.some(({ isWarning }) => isWarning !== true)) return null
  return root.items!.every(({ kind }) => kind === 'object') ? root.items! : null
}

/** The cell of a field, as a value and where it stands. */
function cellAt(
  text: string,
  record: JsonNode,
  { name }: RecordField,
): { at: JsonNode; node: ValueNode } | null {
  const at = record.items![record.keys!.indexOf(name)]
  if (at === undefined) return null
  const read = fromJson(text.slice(at.from, at.to), null)
  return read.ok ? { at, node: read.node } : null
}

function CellInput(props: {
  label: string
  text: string
  /** Whether the field has a place for it. */
  onDone: (typed: string) => boolean
  onLeave: () => void
}): ReactNode {
  const [typed, setTyped] = useState(props.text)
  // What takes the focus away ends it as well, but not twice.
  const isOver = useRef(false)
  const end = (isKept: boolean): boolean => {
    if (isOver.current) return false
    isOver.current = isKept && typed !== props.text ? props.onDone(typed) : true
    if (isOver.current) props.onLeave()
    return isOver.current
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation()
    const grid = event.currentTarget.closest<HTMLElement>('[role=grid]')
    const isEnd = event.key === 'Enter' || event.key === 'Escape'
    if (isEnd && end(event.key === 'Enter')) grid?.focus()
  }
  return (
    <input
      aria-label={props.label}
      className={styles.input}
      autoFocus
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => void end(true)}
    />
  )
}

/** Which cell the keys are on, and whether it is edited. */
interface Spot {
  readonly row: number
  readonly field: number
  readonly isEditing: boolean
}

/** Records of one size as a table. A cell that is edited changes its part of the text, which is then saved as any other. */
export function RecordsTable({ name, text, layout, onType, onSave }: RecordsTableProps): ReactNode {
  const t = useRedisTexts()
  const { fields } = layout
  const records = useMemo(() => recordsIn(text), [text])
  const [spot, setSpot] = useState<Spot>({ row: 0, field: 0, isEditing: false })
  const [fault, setFault] = useState('')
  if (records === null) {
    return (
      <Banner tone="warn" icon={<Info size={15} aria-hidden />}>
        {t('viewers.recordsBroken')}
      </Banner>
    )
  }
  const leave = (): void => {
    setFault('')
    setSpot({ ...spot, isEditing: false })
  }
  const edit = (row: number, field: number): void => {
    setFault('')
    setSpot({ row, field, isEditing: onType !== null })
  }
  const put = (record: JsonNode, field: RecordField, typed: string): boolean => {
    const cell = cellAt(text, record, field)
    if (cell === null || onType === null) return true
    const made = cellOf(typed, field, cell.node)
    if (!made.ok) {
      setFault(`${field.name} ${typeName(field)} · ${faultText(made.code, t)}`)
      return false
    }
    if (cellText(made.node) !== cellText(cell.node)) {
      onType(text.slice(0, cell.at.from) + oneLine(made.node) + text.slice(cell.at.to))
    }
    return true
  }
  const columns: Column<JsonNode>[] = [
    { key: '#', title: '#', width: 64, align: 'right', render: (_record, row) => row + 1 },
    ...fields.map((field, at) => ({
      key: `f${at}`,
      title: field.name,
      subTitle: typeName(field),
      width: 'minmax(110px, 1fr)',
      render: (record: JsonNode, row: number) => {
        const cell = cellAt(text, record, field)
        const shown = cell === null ? '—' : cellText(cell.node)
        const isHere = spot.row === row && spot.field === at
        if (isHere && spot.isEditing && cell !== null) {
          return (
            <CellInput
              label={t('viewers.recordsEdit', { field: field.name, at: row + 1 })}
              text={shown}
              onDone={(typed) => put(record, field, typed)}
              onLeave={leave}
            />
          )
        }
        return (
          <bdi
            className={styles.cell}
            data-here={isHere}
            title={shown.length > CELL_CHARS ? undefined : shown}
            onClick={() => setSpot({ row, field: at, isEditing: false })}
            onDoubleClick={() => edit(row, at)}
          >
            {shown.slice(0, CELL_CHARS)}
            {shown.length > CELL_CHARS ? '…' : ''}
          </bdi>
        )
      },
    })),
  ]
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.target !== event.currentTarget) return
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setSpot({ ...spot, field: Math.min(fields.length - 1, Math.max(0, spot.field + step)) })
    }
    if ((event.ctrlKey || event.metaKey) && event.key === 's') {
      event.preventDefault()
      onSave()
    }
  }
  return (
    <div className={styles.part}>
      {onType === null ? null : <p className={styles.hint}>{t('viewers.recordsHint')}</p>}
      {fault === '' ? null : (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      )}
      <div className={styles.table}>
        <VirtualTable
          label={name}
          rows={records}
          columns={columns}
          rowKey={(_record, row) => String(row)}
          selectedKey={String(spot.row)}
          onSelect={(_record, row) => {
            if (row !== spot.row) setSpot({ ...spot, row, isEditing: false })
          }}
          onActivate={(_record, row) => edit(row, spot.field)}
          onKeyDown={onKeyDown}
          empty={<EmptyState icon={<Table2 />} title={t('viewers.recordsNone')} />}
        />
      </div>
    </div>
  )
}

const typeName = ({ type, size }: RecordField): string =>
  type === 'string' || type === 'bytes' ? `${type}(${size})` : type

/** Records stand on a line each. */
const oneLine = (node: ValueNode): string => toJson(node).replaceAll(/\s*\n\s*/g, '')
