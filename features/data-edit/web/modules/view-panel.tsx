import { diffInfoOf } from '@qd/protocol-model'
import type { DiffInfo } from '@qd/protocol-model'
import { EmptyState, Panel, SegmentedControl, copyText, toast, useKitText } from '@qd/web-kit'
import { Button } from 'antd'
import { Copy, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormView } from '../form/form-view.tsx'
import { JsonView } from '../json/json-view.tsx'
import { moduleLabel } from '../model/module-list.ts'
import { useEditorPlace, useEditorSession } from '../state/editor-context.ts'
import type { ViewMode } from '../state/editor-session.ts'
import { useEditor } from '../state/editor-store.ts'
import { TableView } from '../table/table-view.tsx'
import { useEditTexts } from '../texts.ts'
import { openAddRow } from './add-row-dialog.tsx'
import { ColumnChooser } from './column-chooser.tsx'
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
  const { uId } = useEditorPlace()
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
      onChange={(next) => useEditor.getState().patch(uId, { mode: next })}
    />
  )
}

function CopyJson({ value }: { value: unknown }): ReactNode {
  const t = useKitText()
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(JSON.stringify(value ?? null, null, 2))
    if (isCopied) toast.message(t('copied'))
    else toast.error(t('copyFailed'))
  }
  return (
    <Button size="small" icon={<Copy size={13} aria-hidden />} onClick={() => void copy()}>
      {t('copy')}
    </Button>
  )
}

function Actions({ info, mode, value }: { info: DiffInfo; mode: ViewMode; value: unknown }): ReactNode {
  const t = useEditTexts()
  const place = useEditorPlace()
  return (
    <>
      <Modes info={info} mode={mode} />
      {mode === 'table' ? <ColumnChooser info={info} /> : null}
      {mode === 'json' ? <CopyJson value={value} /> : null}
      {info.key !== '' && place.canEdit && mode !== 'json' ? (
        <Button size="small" icon={<Plus size={13} aria-hidden />} onClick={() => openAddRow(info, place)}>
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
  const value = Object.hasOwn(draft.data, info.netKey) ? draft.data[info.netKey] : undefined
  return (
    <Panel
      title={<Title info={info} label={moduleLabel(draft.protocol, info)} />}
      actions={<Actions info={info} mode={shown} value={value} />}
      status={<ViewStatus info={info} mode={shown} />}
    >
      {shown === 'table' ? <TableView key={info.name} info={info} /> : null}
      {shown === 'form' ? <FormView key={info.name} info={info} /> : null}
      {shown === 'json' ? <JsonView key={info.name} name={info.netKey} value={value} /> : null}
    </Panel>
  )
}
