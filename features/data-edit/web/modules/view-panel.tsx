import { diffInfoOf, moduleLabel } from '@qd/protocol-model'
import type { DiffInfo } from '@qd/protocol-model'
import { Panel, SegmentedControl } from '@qd/web-controls'
import { EmptyState } from '@qd/web-frame'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormView } from '../form/form-view.tsx'
import { JsonPanel } from '../json/json-panel.tsx'
import { useEditorPlace, useEditorSession } from '../state/editor-context.ts'
import type { ViewMode } from '../state/editor-session.ts'
import { useEditor } from '../state/editor-store.ts'
import { useWholeRows } from '../state/use-whole-rows.ts'
import { openRowDialog } from '../table/edits/row-dialog.tsx'
import { TableView } from '../table/table-view.tsx'
import { moduleState } from '../model/wrong-type.ts'
import { useEditTexts } from '../texts.ts'
import { wrongText } from '../values/wrong-text.ts'
import { ViewStatus } from './view-status.tsx'
import styles from './view-panel.module.css'

function Title({ info, label }: { info: DiffInfo; label: string }): ReactNode {
  const type = info.key === '' ? info.name : `${info.name}[]`
  return (
    <span className={styles.title}>
      {label} <code className={styles.proto}>{`${info.netKey} · ${type}`}</code>
    </span>
  )
}

function Modes({ info, mode }: { info: DiffInfo; mode: ViewMode }): ReactNode {
  const t = useEditTexts()
  const { player } = useEditorPlace()
  const all = [
    { value: 'table' as const, label: t('view.table') },
    { value: 'form' as const, label: t('view.form') },
    { value: 'json' as const, label: 'JSON' },
  ]
  return (
    <SegmentedControl
      label={t('view.mode')}
      value={mode}
      segments={info.key === '' ? all.slice(1) : all}
      onChange={(next) => useEditor.getState().patch(player, { mode: next })}
    />
  )
}

function Actions({ info, mode }: { info: DiffInfo; mode: ViewMode }): ReactNode {
  const t = useEditTexts()
  const place = useEditorPlace()
  const canAdd = useWholeRows(info)
  return (
    <>
      <Modes info={info} mode={mode} />
      {info.key !== '' && canAdd && mode !== 'json' ? (
        <Button size="small" icon={<Plus size={13} aria-hidden />} onClick={() => openRowDialog(info, place)}>
          {t('table.add')}
        </Button>
      ) : null}
    </>
  )
}

/** The module in view, as a grid, a form or JSON. */
export function ViewPanel(): ReactNode {
  const t = useEditTexts()
  const { draft, diff, mode } = useEditorSession()
  const info = diffInfoOf(draft.protocol, diff)
  if (!info) {
    return (
      <Panel label={t('view.mode')}>
        <EmptyState title={t('modules.none')} />
      </Panel>
    )
  }
  const shown: ViewMode = info.key === '' && mode === 'table' ? 'form' : mode
  const state = moduleState(info, draft.base, draft.data)
  const title = <Title info={info} label={moduleLabel(draft.protocol, info)} />
  if (state.kind === 'missing') {
    return (
      <Panel title={title}>
        <EmptyState title={t('wrong.missing')} hint={t('wrong.missingHint', { name: info.netKey })} />
      </Panel>
    )
  }
  if (state.kind === 'wrong' && shown !== 'json') {
    return (
      <Panel title={title} actions={<Modes info={info} mode={shown} />}>
        <EmptyState title={t('wrong.module')} hint={wrongText(t, state.wrong) ?? ''} />
      </Panel>
    )
  }
  return (
    <Panel
      title={title}
      actions={<Actions info={info} mode={shown} />}
      status={<ViewStatus info={info} mode={shown} />}
    >
      {shown === 'table' ? <TableView key={info.name} info={info} /> : null}
      {shown === 'form' ? <FormView key={info.name} info={info} /> : null}
      {shown === 'json' ? <JsonPanel key={info.name} info={info} /> : null}
    </Panel>
  )
}
