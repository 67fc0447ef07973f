import { useRowChoice } from '../grid/use-row-choice.ts'
import type { RowChoice } from '../grid/use-row-choice.ts'
import type { DataTableProps } from './data-table-props.ts'

const NONE: ReadonlySet<string> = new Set()

/** What changes the checked rows; null where rows cannot be checked. */
export function useGridChecks<T>(props: DataTableProps<T>, rows: readonly T[]): RowChoice | null {
  const { rowKey, checked = NONE, onCheck } = props
  const choice = useRowChoice({
    keys: () => rows.map(rowKey),
    chosen: checked,
    onChoose: (chosen) => onCheck?.(chosen),
  })
  return onCheck === undefined ? null : choice
}
