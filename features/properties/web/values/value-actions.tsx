import { textOf } from '@qd/web-base'
import type { LineRef } from '@qd/web-calls'
import type { MenuItem } from '@qd/web-controls'
import { Coins, Trash2 } from 'lucide-react'
import type { ValueRecord } from '../../contract/index.ts'
import { openValueDialog, removeValueAfterAsking } from './value-dialog.tsx'

/** What may be done with the value of an item by who may set values. */
export function valueActions(
  line: LineRef,
  { number, name }: { number: string; name: string },
  record: ValueRecord | undefined,
): MenuItem[] {
  const set: MenuItem = {
    key: 'value',
    label: textOf('properties', record === undefined ? 'values.add' : 'values.edit'),
    icon: <Coins size={14} aria-hidden />,
    onSelect: () => openValueDialog(line, record ?? { number }),
  }
  if (record === undefined) return [set]
  const remove: MenuItem = {
    key: 'removeValue',
    label: textOf('properties', 'values.remove'),
    icon: <Trash2 size={14} aria-hidden />,
    isSeparated: true,
    onSelect: () => removeValueAfterAsking(line, record, name),
  }
  return [set, remove]
}
