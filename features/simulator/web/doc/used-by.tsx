import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { DocModel, DocUse } from '../../contract/index.ts'
import { useSimulatorTexts } from '../texts.ts'
import { DetailSection } from './detail-section.tsx'
import styles from './detail.module.css'
import type { DocPlace } from './doc-address.ts'

const MOST = 200

function UseLink({ use, model, place }: { use: DocUse; model: DocModel; place: DocPlace }): ReactNode {
  const t = useSimulatorTexts()
  if (use.kind === 'field') {
    const name = model.types.get(use.at)?.name ?? use.at
    return (
      <Link to={place.to({ item: { kind: 'type', name: use.at }, field: use.field })}>
        {name} <i className="qd-mono">{use.field}</i>
      </Link>
    )
  }
  return (
    <Link to={place.to({ item: { kind: 'command', name: use.at } })}>
      <span className="qd-mono">{use.at}</span> {model.commands.get(use.at)?.name}{' '}
      <i>{t(`doc.part.${use.kind}`)}</i>
    </Link>
  )
}

/** Commands and fields that hold a type. */
export function UsedBy({
  name,
  model,
  place,
}: {
  name: string
  model: DocModel
  place: DocPlace
}): ReactNode {
  const t = useSimulatorTexts()
  const uses = model.uses.get(name) ?? []
  return (
    <DetailSection title={t('doc.usedBy')} about={uses.length}>
      {uses.length === 0 ? (
        <p className={styles.quiet}>{t('doc.unused')}</p>
      ) : (
        <ul className={styles.uses}>
          {uses.slice(0, MOST).map((use) => (
            <li key={`${use.kind} ${use.at} ${use.field}`}>
              <UseLink use={use} model={model} place={place} />
            </li>
          ))}
          {uses.length > MOST ? <li>{t('doc.more', { n: uses.length - MOST })}</li> : null}
        </ul>
      )}
    </DetailSection>
  )
}
