import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { DocCommand, DocModel } from '../../contract/index.ts'
import { useSimulatorTexts } from '../texts.ts'
import { DetailHead } from './detail-head.tsx'
import { DetailSection } from './detail-section.tsx'
import styles from './detail.module.css'
import type { DocItem, DocPlace } from './doc-address.ts'
import { FieldTable, rowsOfFields } from './field-table.tsx'

/** A command with the messages it takes, answers and pushes. */
export function CommandDetail(props: { command: DocCommand; model: DocModel; place: DocPlace }): ReactNode {
  const { command, model, place } = props
  const t = useSimulatorTexts()
  const parts = (['req', 'res', 'push'] as const).filter((part) => command[part] !== '')
  return (
    <div className={styles.body}>
      <DetailHead
        item={{ kind: 'command', name: String(command.cmd) }}
        model={model}
        name={command.name}
        fullName={`${t('doc.command')} ${command.cmd}`}
        comment={command.comment}
        place={place}
        tryMessage={command.req}
      />
      {parts.map((part) => {
        const item: DocItem = { kind: 'type', name: command[part] }
        const type = model.types.get(command[part])
        const rows = type?.kind === 'message' ? rowsOfFields(type.type.sorted, model) : []
        const title = t(`doc.part.${part}`)
        return (
          <DetailSection
            key={part}
            title={title}
            about={type === undefined ? command[part] : <Link to={place.to({ item })}>{type.name}</Link>}
          >
            <FieldTable label={title} item={item} rows={rows} place={place} hasTypes hasNumbers />
          </DetailSection>
        )
      })}
    </div>
  )
}
