import type { ReactNode } from 'react'
import { useSimulatorTexts } from '../texts.ts'
import { DetailHead } from './detail-head.tsx'
import { DetailSection } from './detail-section.tsx'
import styles from './detail.module.css'
import type { DocItem, DocPlace } from './doc-address.ts'
import type { DocInfo } from './doc-entries.ts'
import { FieldTable } from './field-table.tsx'
import type { TableRow } from './field-table.tsx'

function rowsOf({ fields }: DocInfo, names: ReadonlySet<string>): TableRow[] {
  return fields.map((field) => {
    const { fieldName, name, comment, type, itemType, min, max, unit } = field
    const inner = itemType ?? type
    const range = min === undefined && max === undefined ? [] : [`${min ?? ''} … ${max ?? ''}`]
    return {
      name: fieldName,
      type: itemType === undefined ? type : `${type}<${itemType}>`,
      typeItem: names.has(inner) ? { kind: 'info', name: inner } : null,
      marks: [...range, ...(unit === undefined ? [] : [unit])],
      comment: name === fieldName ? comment : [name, comment].filter((text) => text !== '').join(' · '),
      isDeprecated: false,
    }
  })
}

interface InfoDetailProps {
  info: DocInfo
  names: ReadonlySet<string>
  place: DocPlace
}

/** The definition of one part of a player's data. */
export function InfoDetail({ info, names, place }: InfoDetailProps): ReactNode {
  const t = useSimulatorTexts()
  const item: DocItem = { kind: 'info', name: info.name }
  const rows = rowsOf(info, names)
  return (
    <div className={styles.body}>
      <DetailHead
        item={item}
        model={null}
        name={info.name}
        fullName={[
          info.netKey === '' ? '' : t('doc.netKey', { key: info.netKey }),
          info.key === '' ? '' : t('doc.rowKey', { key: info.key }),
        ]
          .filter((text) => text !== '')
          .join(' · ')}
        comment={info.comment}
        place={place}
      />
      <DetailSection title={t('doc.fields')} about={rows.length}>
        <FieldTable
          label={t('doc.fields')}
          item={item}
          rows={rows}
          place={place}
          hasTypes
          hasNumbers={false}
        />
      </DetailSection>
    </div>
  )
}
