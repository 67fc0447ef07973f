import { ArrowLeft, ArrowRight, ArrowUpDown, EyeOff, Pin, PinOff, RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useKitText } from '@qd/web-base'
import type { MenuItem } from '@qd/web-controls'
import { FloatingMenu } from './floating-menu.tsx'
import type { MenuPlace } from './floating-menu.tsx'
import type { LayoutControls } from './use-column-layout.ts'
import type { GridSort } from '../core/sort.ts'

/** What can be done with a column without dragging (WCAG 2.5.7). */
export function ColumnMenu(props: {
  columnKey: string
  place: MenuPlace
  sort: GridSort
  controls: LayoutControls
  isPinned: boolean
  onClose: () => void
}): ReactNode {
  const t = useKitText()
  const { columnKey: key, controls, sort, isPinned } = props
  const sortItem: MenuItem = {
    key: 'sort',
    label: t('table.sort'),
    icon: <ArrowUpDown size={15} />,
    onSelect: () => sort.toggle(key),
  }
  const items: MenuItem[] = [
    ...(sort.isSortable({ key }) ? [sortItem] : []),
    {
      key: 'pin',
      label: t(isPinned ? 'table.unpin' : 'table.pin'),
      icon: isPinned ? <PinOff size={15} /> : <Pin size={15} />,
      onSelect: () => controls.pin(key, !isPinned),
    },
    {
      key: 'left',
      label: t('table.moveLeft'),
      icon: <ArrowLeft size={15} />,
      onSelect: () => controls.move(key, -1),
    },
    {
      key: 'right',
      label: t('table.moveRight'),
      icon: <ArrowRight size={15} />,
      onSelect: () => controls.move(key, 1),
    },
    {
      key: 'width',
      label: t('table.usualWidth'),
      icon: <RotateCcw size={15} />,
      onSelect: () => controls.resize(key, undefined),
    },
    {
      key: 'hide',
      label: t('table.hideColumn'),
      icon: <EyeOff size={15} />,
      isSeparated: true,
      onSelect: () => controls.show(key, false),
    },
  ]
  return (
    <FloatingMenu
      label={t('table.columnActions')}
      place={props.place}
      items={items}
      onClose={props.onClose}
    />
  )
}
