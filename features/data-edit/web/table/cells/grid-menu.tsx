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
import type { RowDeeds } from '../edits/use-grid-deeds.ts'
import type { GridModel } from '../view/use-grid-model.ts'

const ICON = { size: 15, 'aria-hidden': true } as const

/** What can be done with the cells and rows marked. */
export function gridMenu(at: {
  t: EditTexts
  model: GridModel
  deeds: RowDeeds
  canEdit: boolean
}): MenuItem[] {
  const { t, model, deeds, canEdit } = at
  const targets = model.targets()
  const count = targets.length
  const [first] = targets
  const reading: MenuItem[] = [
    {
      key: 'copy',
      label: t('grid.copyCells'),
      icon: <Copy {...ICON} />,
      onSelect: () => void copyAloud(deeds.copyCells()),
    },
    {
      key: 'json',
      label: t('grid.copyJson', { count }),
      icon: <Braces {...ICON} />,
      onSelect: deeds.copyJson,
    },
  ]
  if (first === undefined) return reading
  const open: MenuItem = {
    key: 'open',
    label: t('grid.openForm'),
    icon: <SquareArrowOutUpRight {...ICON} />,
    onSelect: () => deeds.openForm(first),
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
            onSelect: () => deeds.openHistory({ key: first, column }),
          },
          {
            key: 'columnHistory',
            label: t('history.ofColumn', { name: column.field.name }),
            icon: <History {...ICON} />,
            onSelect: () => deeds.openHistory({ column }),
          },
        ]),
    {
      key: 'rowHistory',
      label: t('history.ofRow'),
      icon: <History {...ICON} />,
      onSelect: () => deeds.openHistory({ key: first }),
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
      onSelect: deeds.editMany,
    },
    { key: 'fill', label: t('grid.fillDown'), icon: <ArrowDownToLine {...ICON} />, onSelect: deeds.fillDown },
    ...(model.view.picked.size > 0
      ? []
      : [{ key: 'clear', label: t('grid.clear'), icon: <Eraser {...ICON} />, onSelect: deeds.clearCells }]),
    ...(deeds.canWhole
      ? [
          {
            key: 'duplicate',
            label: t('grid.copyRow'),
            icon: <CopyPlus {...ICON} />,
            onSelect: () => deeds.copyRow(first),
          },
        ]
      : []),
    ...past,
    ...(deeds.canWhole
      ? [
          {
            key: 'remove',
            label: t('grid.removeRows', { count }),
            icon: <Trash2 {...ICON} />,
            isSeparated: true,
            onSelect: () => deeds.removeRows(targets),
          },
        ]
      : []),
  ]
}
