import type { DiffInfo } from '@qd/protocol-model'
import { useMediaQuery } from '@qd/web-base'
import { EmptyState } from '@qd/web-frame'
import { Button } from 'antd'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { groupDigits } from '@qd/web-controls/fields'
import { useEditorPlace } from '../state/editor-context.ts'
import { useWholeRows } from '../state/use-whole-rows.ts'
import { useEditTexts } from '../texts.ts'
import { CardList } from './cells/card-list.tsx'
import { GridBody } from './cells/grid-body.tsx'
import { GridToolbar } from './view/grid-toolbar.tsx'
import { openRowDialog } from './edits/row-dialog.tsx'
import { useGridActions } from './edits/use-grid-actions.ts'
import { MOST_ROWS, useGridModel } from './view/use-grid-model.ts'
import type { GridModel } from './view/use-grid-model.ts'
import { WHOLE_TABLE, isFiltering } from './view/view-order.ts'
import styles from './cells/grid.module.css'
import toolbarStyles from './view/grid-toolbar.module.css'

/** Below this a grid would show one column beside the key. */
const NARROW = '(max-width: 640px)'

/** Why the grid shows no rows; null while it does. */
function Placeholder({ model }: { model: GridModel }): ReactNode {
  const t = useEditTexts()
  const place = useEditorPlace()
  const { view, change, store, info } = model
  const canAdd = useWholeRows(info)
  if (store.keys.length > 0 && isFiltering(view.query)) {
    return (
      <EmptyState
        icon={<SearchX />}
        title={t('grid.noMatch')}
        action={
          <Button size="small" onClick={() => change({ query: { ...WHOLE_TABLE, sort: view.query.sort } })}>
            {t('grid.clearAll')}
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState
      title={t('table.empty')}
      hint={canAdd ? t('table.emptyHint') : undefined}
      action={
        canAdd ? (
          <Button size="small" type="primary" onClick={() => openRowDialog(info, place)}>
            {t('table.add')}
          </Button>
        ) : undefined
      }
    />
  )
}

/** A module with many rows as a grid that is edited in place. */
export function TableView({ info }: { info: DiffInfo }): ReactNode {
  const t = useEditTexts()
  const model = useGridModel(info)
  const actions = useGridActions(model)
  const isNarrow = useMediaQuery(NARROW)
  const label = info.comment || info.name
  const shown = model.order.keys.length
  const placeholder = shown === 0 && !model.order.isBusy ? <Placeholder model={model} /> : null
  const isCut = shown >= MOST_ROWS && model.store.keys.length > MOST_ROWS
  return (
    <div className={styles.page}>
      <GridToolbar model={model} actions={actions} hasColumns={!isNarrow} />
      {isCut ? (
        <p className={toolbarStyles.note} role="status">
          {t('grid.tooMany', {
            shown: groupDigits(String(MOST_ROWS)),
            count: model.store.keys.length,
          })}
        </p>
      ) : null}
      {isNarrow && placeholder === null ? (
        <CardList model={model} actions={actions} label={label} canEdit={actions.canWhole} />
      ) : (
        <GridBody model={model} actions={actions} label={label} placeholder={placeholder} />
      )}
    </div>
  )
}
