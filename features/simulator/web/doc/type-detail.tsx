import type { ReactNode } from 'react'
import type { DocModel, DocType } from '../../contract/index.ts'
import { useSimulatorTexts } from '../texts.ts'
import { DetailHead } from './detail-head.tsx'
import { DetailSection } from './detail-section.tsx'
import styles from './detail.module.css'
import type { DocItem, DocPlace } from './doc-address.ts'
import { FieldTable, rowsOfFields } from './field-table.tsx'
import type { TableRow } from './field-table.tsx'
import { UsedBy } from './used-by.tsx'

function rowsOf(entry: DocType, model: DocModel): TableRow[] {
  if (entry.kind === 'message') return rowsOfFields(entry.type.sorted, model)
  return entry.type.values.map((value) => ({ ...value, type: '', typeItem: null, marks: [] }))
}

/** A message or an enum in full. */
export function TypeDetail(props: { entry: DocType; model: DocModel; place: DocPlace }): ReactNode {
  const { entry, model, place } = props
  const t = useSimulatorTexts()
  const { fullName, comment, isDeprecated } = entry.type
  const item: DocItem = { kind: 'type', name: fullName }
  const isMessage = entry.kind === 'message'
  const rows = rowsOf(entry, model)
  const commands = (model.uses.get(fullName) ?? []).filter(({ kind }) => kind !== 'field')
  const tags = commands.slice(0, 3).map(({ kind, at }) => `${at} ${t(`doc.part.${kind as 'req'}`)}`)
  const isRequest = commands.some(({ kind }) => kind === 'req')
  const title = t(isMessage ? 'doc.fields' : 'doc.values')
  return (
    <div className={styles.body}>
      <DetailHead
        item={item}
        model={model}
        name={entry.name}
        fullName={fullName}
        comment={comment}
        isDeprecated={isDeprecated}
        tags={tags}
        place={place}
        tryMessage={isRequest ? fullName : ''}
      />
      <DetailSection title={title} about={rows.length}>
        <FieldTable label={title} item={item} rows={rows} place={place} hasTypes={isMessage} hasNumbers />
      </DetailSection>
      <UsedBy name={fullName} model={model} place={place} />
    </div>
  )
}
