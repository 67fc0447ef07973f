import { copyAloud } from '@qd/web-frame'
import type { MenuItem } from '@qd/web-controls'
import {
  ArrowDownToLine,
  Braces,
  Copy,
  CopyPlus,
  Eraser,
  History,
  PencilLine,
  SquareArrowOutUpRight,
  Trash2,
} from 'lucide-react'
import type { EditTexts } from '../../texts.ts'
import type { RowActions } from '../edits/use-grid-actions.ts'
import type { GridModel } from '../view/use-grid-model.ts'

const ICON = { size: 15, 'aria-hidden': true } as const

/** What can be done with the cells and rows marked. */
export function gridMenu(at: {
  t: EditTexts
  model: GridModel
  actions: RowActions
  canEdit: boolean
}): MenuItem[] {
  const { t, model, actions, canEdit } = at
  const targets = model.targets()
  const count = targets.length
  const [first] = targets
  const reading: MenuItem[] = [
    {
      key: 'copy',
      label: t('grid.copyCells'),
      icon: <Copy {...ICON} />,
      onSelect: () => void copyAloud(actions.copyCells()),
    },
    {
      key: 'json',
      label: t('grid.copyJson', { count }),
      icon: <Braces {...ICON} />,
      onSelect: actions.copyJson,
    },
  ]
  if (first === undefined) return reading
  const open: MenuItem = {
    key: 'open',
    label: t('grid.openForm'),
    icon: <SquareArrowOutUpRight {...ICON} />,
    onSelect: () => actions.openForm(first),
  }
  const column = model.columns[model.cursor.column]
  const past: MenuItem[] = [
    ...(column === undefined
      ? []
      : [
          {
            key: 'cellHistory',
            label: t('history.ofCell'),
            icon: <History {...ICON} />,
            isSeparated: true,
            onSelect: () => actions.openHistory({ key: first, column }),
          },
          {
            key: 'columnHistory',
            label: t('history.ofColumn', { name: column.field.name }),
            icon: <History {...ICON} />,
            onSelect: () => actions.openHistory({ column }),
          },
        ]),
    {
      key: 'rowHistory',
      label: t('history.ofRow'),
      icon: <History {...ICON} />,
      onSelect: () => actions.openHistory({ key: first }),
    },
  ]
  if (!canEdit) return [open, ...reading, ...past]
  return [
    open,
    ...reading,
    {
      key: 'many',
      label: t('grid.editRows', { count }),
      icon: <PencilLine {...ICON} />,
      isSeparated: true,
      onSelect: actions.editMany,
    },
    {
      key: 'fill',
      label: t('grid.fillDown'),
      icon: <ArrowDownToLine {...ICON} />,
      onSelect: actions.fillDown,
    },
    ...(model.view.picked.size > 0
      ? []
      : [{ key: 'clear', label: t('grid.clear'), icon: <Eraser {...ICON} />, onSelect: actions.clearCells }]),
    ...(actions.canWhole
      ? [
          {
            key: 'duplicate',
            label: t('grid.copyRow'),
            icon: <CopyPlus {...ICON} />,
            onSelect: () => actions.copyRow(first),
          },
        ]
      : []),
    ...past,
    ...(actions.canWhole
      ? [
          {
            key: 'remove',
            label: t('grid.removeRows', { count }),
            icon: <Trash2 {...ICON} />,
            isSeparated: true,
            onSelect: () => actions.removeRows(targets),
          },
        ]
      : []),
  ]
}
