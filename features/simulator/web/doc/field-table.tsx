import type { FieldType } from '@qd/proto-wire'
import { Tag } from '@qd/web-controls'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { labelOf, typeOfField, typeText } from '../../contract/index.ts'
import type { DocModel } from '../../contract/index.ts'
import { useSimulatorTexts } from '../texts.ts'
import { CopyLink } from './copy-link.tsx'
import styles from './detail.module.css'
import type { DocItem, DocPlace } from './doc-address.ts'

/** A field of a message, a value of an enum, or a field of player data. */
export interface TableRow {
  name: string
  /** Of the wire; undefined where there is none. */
  number?: number
  type: string
  /** What the type leads to. */
  typeItem: DocItem | null
  marks: readonly string[]
  comment: string
  isDeprecated: boolean
}

export function rowsOfFields(fields: readonly FieldType[], model: DocModel): TableRow[] {
  return fields.map((field) => {
    const label = labelOf(field)
    const name = typeOfField(field)
    return {
      name: field.name,
      number: field.number,
      type: typeText(field, model),
      typeItem: name === '' ? null : { kind: 'type', name },
      marks: [label, field.oneof === null ? '' : `oneof ${field.oneof}`].filter((mark) => mark !== ''),
      comment: field.comment,
      isDeprecated: field.isDeprecated,
    }
  })
}

/** Brings the row an address points at into view. */
function useChosenRow(name: string) {
  const row = useRef<HTMLTableRowElement>(null)
  useEffect(() => {
    if (name !== '') void row.current?.scrollIntoView?.({ block: 'nearest' })
  }, [name])
  return row
}

function TypeCell({ row, place }: { row: TableRow; place: DocPlace }): ReactNode {
  if (row.typeItem === null) return row.type
  return <Link to={place.to({ item: row.typeItem })}>{row.type}</Link>
}

interface FieldTableProps {
  label: string
  /** What the rows belong to; links to a row name it. */
  item: DocItem
  rows: readonly TableRow[]
  place: DocPlace
  /** Enums have neither. */
  hasTypes: boolean
  hasNumbers: boolean
}

/** Fields or values with a link to each. */
export function FieldTable({ label, item, rows, place, hasTypes, hasNumbers }: FieldTableProps): ReactNode {
  const t = useSimulatorTexts()
  const { field } = place.address
  const isHere = place.address.item?.kind === item.kind && place.address.item.name === item.name
  const chosen = useChosenRow(isHere ? field : '')
  if (rows.length === 0) return <p className={styles.quiet}>{t('doc.noFields')}</p>
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {hasNumbers ? <th className={styles.id}>{t('doc.column.number')}</th> : null}
          <th className={styles.names}>{t('doc.column.name')}</th>
          {hasTypes ? <th className={styles.types}>{t('doc.column.type')}</th> : null}
          {hasTypes ? <th className={styles.label}>{t('doc.column.label')}</th> : null}
          <th>{t('doc.column.comment')}</th>
          <th className={styles.last} aria-label={t('doc.column.link')} />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const isChosen = isHere && row.name === field
          const path = place.to({ item, field: row.name })
          return (
            <tr
              key={row.name}
              ref={isChosen ? chosen : null}
              data-chosen={isChosen}
              data-deprecated={row.isDeprecated}
            >
              {hasNumbers ? <td className={styles.id}>{row.number}</td> : null}
              <td className={styles.mono}>
                <Link className={styles.name} to={path} aria-current={isChosen ? 'location' : undefined}>
                  {row.name}
                </Link>
              </td>
              {hasTypes ? (
                <td className={styles.mono}>
                  <TypeCell row={row} place={place} />
                </td>
              ) : null}
              {hasTypes ? (
                <td className={styles.label}>
                  <span className={styles.marks}>
                    {row.marks.map((mark) => (
                      <Tag key={mark}>{mark}</Tag>
                    ))}
                  </span>
                </td>
              ) : null}
              <td>
                {row.isDeprecated ? <Tag tone="warn">{t('doc.deprecated')}</Tag> : null} {row.comment}
              </td>
              <td className={styles.last}>
                <CopyLink path={path} label={t('doc.copyField', { name: row.name })} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
