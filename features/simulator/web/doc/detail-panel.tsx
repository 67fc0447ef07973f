import { Panel } from '@qd/web-controls'
import { EmptyState } from '@qd/web-frame'
import { FileText } from 'lucide-react'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { useSimulatorTexts } from '../texts.ts'
import { CommandDetail } from './command-detail.tsx'
import styles from './doc-page.module.css'
import type { DocPlace } from './doc-address.ts'
import { InfoDetail } from './info-detail.tsx'
import { TypeDetail } from './type-detail.tsx'
import type { LoadedDefinition } from './use-definition.ts'

interface DetailPanelProps {
  definition: LoadedDefinition
  place: DocPlace
  /** Below the detail, where nothing stands beside it. */
  after: ReactNode
}

function Chosen({ definition, place, after }: DetailPanelProps): ReactNode {
  const t = useSimulatorTexts()
  const { model, infos } = definition
  const { item } = place.address
  const names = useMemo(() => new Set(infos.map(({ name }) => name)), [infos])
  if (item === null) return <EmptyState title={t('doc.choose')} hint={t('doc.chooseHint')} />
  const type = item.kind === 'type' ? model.types.get(item.name) : undefined
  const command = item.kind === 'command' ? model.commands.get(item.name) : undefined
  const info = item.kind === 'info' ? infos.find(({ name }) => name === item.name) : undefined
  const below = after === null ? null : <div className={styles.after}>{after}</div>
  if (type !== undefined) {
    return (
      <>
        <TypeDetail key={item.name} entry={type} model={model} place={place} />
        {below}
      </>
    )
  }
  if (command !== undefined) {
    return (
      <>
        <CommandDetail command={command} model={model} place={place} />
        {below}
      </>
    )
  }
  if (info !== undefined) return <InfoDetail info={info} names={names} place={place} />
  return (
    <EmptyState
      title={t('doc.gone', { name: item.name })}
      hint={definition.record === '' ? t('doc.goneHint') : ''}
    />
  )
}

/** What was chosen, in full. */
export function DetailPanel(props: DetailPanelProps): ReactNode {
  const t = useSimulatorTexts()
  const { item } = props.place.address
  const { model } = props.definition
  const kind =
    item?.kind === 'type' && model.types.get(item.name)?.kind === 'enum' ? 'enum' : (item?.kind ?? 'type')
  return (
    <Panel
      title={t(item === null ? 'doc.detail' : `doc.kind.${kind}`)}
      icon={<FileText size={15} aria-hidden />}
    >
      <Chosen {...props} />
    </Panel>
  )
}
