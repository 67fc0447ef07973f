import type { DiffInfo } from '@qd/protocol-model'
import { Button, Checkbox, Popover } from 'antd'
import { Columns3 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEditorPlace, useEditorSession } from '../state/editor-context.ts'
import { useEditor } from '../state/editor-store.ts'
import { useEditTexts } from '../texts.ts'
import styles from './view-panel.module.css'

/** Chooses which fields the grid shows; the key always stays. */
export function ColumnChooser({ info }: { info: DiffInfo }): ReactNode {
  const t = useEditTexts()
  const { uId } = useEditorPlace()
  const { hiddenColumns } = useEditorSession()
  const hidden = hiddenColumns[info.name] ?? []
  const toggle = (name: string): void => {
    const next = hidden.includes(name) ? hidden.filter((each) => each !== name) : [...hidden, name]
    useEditor.getState().patch(uId, { hiddenColumns: { ...hiddenColumns, [info.name]: next } })
  }
  const list = (
    <div className={styles.columns} role="group" aria-label={t('table.columns')}>
      {info.fields.map(({ fieldName, name }) => (
        <Checkbox
          key={fieldName}
          checked={fieldName === info.key || !hidden.includes(fieldName)}
          disabled={fieldName === info.key}
          onChange={() => toggle(fieldName)}
        >
          {name} <code>{fieldName}</code>
        </Checkbox>
      ))}
    </div>
  )
  return (
    <Popover trigger="click" placement="bottomRight" content={list} arrow={false}>
      <Button size="small" icon={<Columns3 size={13} aria-hidden />}>
        {t('table.columns')}
        {hidden.length === 0 ? null : ` ${info.fields.length - hidden.length}/${info.fields.length}`}
      </Button>
    </Popover>
  )
}
