import { readPath } from '@qd/protocol-model'
import type { DiffInfo } from '@qd/protocol-model'
import { IconButton } from '@qd/web-controls'
import { EmptyState } from '@qd/web-frame'
import { Select } from 'antd'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { tableRows } from '../model/table-rows.ts'
import type { TableRow } from '../model/table-rows.ts'
import { useEditorPlace, useEditorSession } from '../state/editor-context.ts'
import { useEditor } from '../state/editor-store.ts'
import { ownWrongType } from '../model/wrong-type.ts'
import { useEditTexts } from '../texts.ts'
import { wrongText } from '../values/wrong-text.ts'
import { changeLabel } from '../values/change-label.ts'
import { ObjectForm } from './object-form.tsx'
import styles from './form.module.css'

/** Chooses the row whose form is shown. */
function RowPicker({ info, rows, at }: { info: DiffInfo; rows: TableRow[]; at: number }): ReactNode {
  const t = useEditTexts()
  const place = useEditorPlace()
  const { protocol, data } = useEditorSession().draft
  const go = (row: TableRow | undefined): void => {
    if (row) useEditor.getState().patch(place.player, { rowKey: row.key })
  }
  const options = rows.map(({ key }) => {
    const { row } = changeLabel(protocol, { diff: info.name, key, path: [] }, { data, place })
    return { value: key, label: row === '' ? key : `${key} ${row}` }
  })
  return (
    <div className={styles.picker}>
      <IconButton label={t('form.previousRow')} disabled={at <= 0} onClick={() => go(rows[at - 1])}>
        <ChevronLeft size={15} aria-hidden />
      </IconButton>
      <Select
        aria-label={t('form.row')}
        style={{ flex: '0 1 280px' }}
        showSearch={{ optionFilterProp: 'label' }}
        value={rows[at]?.key}
        options={options}
        onChange={(key) => go(rows.find((row) => row.key === key))}
      />
      <IconButton label={t('form.nextRow')} disabled={at >= rows.length - 1} onClick={() => go(rows[at + 1])}>
        <ChevronRight size={15} aria-hidden />
      </IconButton>
    </div>
  )
}

function RowForm({ info }: { info: DiffInfo }): ReactNode {
  const t = useEditTexts()
  const { draft, rowKey } = useEditorSession()
  const rows = useMemo(
    () => tableRows(info, draft.base, draft.data).filter(({ state }) => state !== 'removed'),
    [info, draft.base, draft.data],
  )
  const at = Math.max(
    0,
    rows.findIndex(({ key }) => key === rowKey),
  )
  const row = rows[at]
  if (!row) return <EmptyState title={t('table.empty')} />
  const wrong = wrongText(t, ownWrongType({ kind: 'object', info }, row.row))
  return (
    <div className={styles.page}>
      <RowPicker info={info} rows={rows} at={at} />
      {wrong === null ? (
        <ObjectForm
          key={row.key}
          info={info}
          place={{ diff: info.name, key: row.key, path: [] }}
          value={row.row}
          base={row.base}
          isNew={row.state === 'added'}
        />
      ) : (
        <p className={styles.wrong}>{wrong}</p>
      )}
    </div>
  )
}

/** A module with one object, or one row of a table, as a form. */
export function FormView({ info }: { info: DiffInfo }): ReactNode {
  const { base, data } = useEditorSession().draft
  const { canEdit } = useEditorPlace()
  if (info.key !== '') return <RowForm info={info} />
  return (
    // Who may only read has no field to scroll by.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
    <div className={styles.page} tabIndex={canEdit ? undefined : 0}>
      <ObjectForm
        info={info}
        place={{ diff: info.name, path: [] }}
        value={readPath(data, [info.netKey])}
        base={readPath(base, [info.netKey])}
        isNew={false}
      />
    </div>
  )
}
