import { formatQuantity, useMediaQuery } from '@qd/web-base'
import { Splitter } from '@qd/web-controls'
import { EmptyState, ErrorState, askDiscard, useKept } from '@qd/web-frame'
import { DataTable } from '@qd/web-tables'
import { Button } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { PageRow } from '../../../contract/index.ts'
import { useRedisTexts } from '../../texts.ts'
import { openAdd } from '../edit/add-dialog.tsx'
import type { KeyPlace } from '../key-place.ts'
import { askRemove } from './row-edits.tsx'
import { useRowColumns } from './row-columns.tsx'
import { RowFilterBar } from './row-filter.tsx'
import { RowsRead } from './row-line.ts'
import { rowItems } from './row-menu.tsx'
import { RowValue } from './row-value.tsx'
import { NO_FILTER, rowId, useRows } from './use-rows.ts'
import type { RowFilter, RowType, Rows } from './use-rows.ts'
import styles from './rows.module.css'

export interface RowsBodyProps {
  place: KeyPlace
  type: RowType
  hasFieldTtl: boolean
  canEdit: boolean
  /** Entries of the key; null: not known. */
  length: number | null
  facts: ReactNode
  /** Further buttons of the type. */
  actions?: ReactNode
  onDirty: (isDirty: boolean) => void
  /** The key is no longer what it was drawn as. */
  onChangedType: () => void
}

/** From here on the value stands beside the rows. */
const WIDE = '(min-width: 1760px)'
const SIZES = {
  bottom: { usual: 280, min: 140, max: 900 },
  right: { usual: 520, min: 300, max: 1_200 },
} as const

const isFiltered = ({ filter, from, to }: RowFilter): boolean => filter !== '' || from !== '' || to !== ''

/** The chosen row's value, in a part of its own whose size is remembered. */
function ValueSide(props: { side: 'bottom' | 'right'; children: ReactNode }): ReactNode {
  const t = useRedisTexts()
  const { side, children } = props
  const { usual, min, max } = SIZES[side]
  const [size, setSize] = useKept(`redis.value.${side}`, usual as number)
  return (
    <div className={styles.below} style={side === 'bottom' ? { height: size } : { width: size }}>
      <Splitter
        label={t('detail.valueSize')}
        size={size}
        min={min}
        max={max}
        side={side}
        onResize={setSize}
      />
      {children}
    </div>
  )
}

/** How far a filter has looked, where it has not seen everything. */
function Examined({ rows, length }: { rows: Rows; length: number | null }): ReactNode {
  const t = useRedisTexts()
  if (rows.loadMore === undefined || rows.examined === 0) return null
  return (
    <div className={styles.examined} role="status">
      {t('detail.examined', {
        examined: formatQuantity(rows.examined),
        length: length === null ? '?' : formatQuantity(length),
      })}
    </div>
  )
}

/** Checked rows by id; those that went are no longer checked. */
function useChecked(rows: readonly PageRow[] | undefined) {
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set())
  const chosen = (rows ?? []).filter((row) => checked.has(rowId(row)))
  return { checked: new Set(chosen.map(rowId)) as ReadonlySet<string>, setChecked, chosen }
}

/** Entries of a key in a table, with the value of the chosen one. */
export function RowsBody(props: RowsBodyProps): ReactNode {
  const { place, type, hasFieldTtl, canEdit, onDirty } = props
  const t = useRedisTexts()
  const [filter, setFilter] = useState<RowFilter>(NO_FILTER)
  const rows = useRows(place, type, filter)
  const columns = useRowColumns(place, type, hasFieldTtl)
  const { checked, setChecked, chosen } = useChecked(rows.rows)
  const [selected, setSelected] = useState<string | null>(null)
  const isDirty = useRef(false)
  const side = useMediaQuery(WIDE) ? 'right' : 'bottom'
  const noteDirty = useCallback(
    (next: boolean) => {
      isDirty.current = next
      onDirty(next)
    },
    [onDirty],
  )
  const select = (id: string | null): void => {
    if (id === selected) return
    if (isDirty.current) askDiscard(() => setSelected(id))
    else setSelected(id)
  }
  const row = rows.rows?.find((each) => rowId(each) === selected)
  const { onChangedType } = props
  const fault = rows.error?.code
  useEffect(() => {
    // What the head says of it decides what is shown: that it is gone, or its new type.
    if (fault === 'redis_key_changed' || fault === 'redis_key_not_found') onChangedType()
  }, [fault, onChangedType])
  if (fault === 'redis_key_changed' && rows.error !== null) {
    return <ErrorState error={rows.error} title={t('detail.retyped')} onRetry={rows.reload} />
  }
  return (
    <div className={styles.body} data-side={side}>
      <div className={styles.table}>
        <RowsRead value={rows.readAt}>
          <DataTable<PageRow>
            name={`redis.${type}`}
            label={t(`detail.rows.${type}`)}
            columns={columns}
            rows={rows.rows}
            rowKey={rowId}
            error={rows.error}
            onRetry={rows.reload}
            isFiltered={isFiltered(filter)}
            onClearFilter={() => setFilter(NO_FILTER)}
            empty={<EmptyState title={t('detail.noRows')} />}
            more={{
              isLoading: rows.isLoadingMore,
              ...(rows.loadMore === undefined ? {} : { load: rows.loadMore }),
            }}
            selectedKey={selected}
            onSelect={(each) => select(rowId(each))}
            rowActions={(each) => rowItems(place, each, { edit: canEdit, fieldTtl: hasFieldTtl })}
            {...(canEdit ? { checked, onCheck: setChecked } : {})}
            filters={
              <>
                {props.facts}
                <RowFilterBar type={type} filter={filter} onChange={setFilter} />
              </>
            }
            actions={
              <>
                {props.actions}
                {canEdit && chosen.length > 0 ? (
                  <Button
                    size="small"
                    danger
                    icon={<Trash2 size={13} aria-hidden />}
                    onClick={() => askRemove(place, chosen, () => setChecked(new Set()))}
                  >
                    {t('detail.deleteCount', { count: chosen.length })}
                  </Button>
                ) : null}
                {canEdit ? (
                  <Button
                    size="small"
                    icon={<Plus size={13} aria-hidden />}
                    onClick={() => openAdd(place, type)}
                  >
                    {t(`detail.add.${type}`)}
                  </Button>
                ) : null}
              </>
            }
          />
        </RowsRead>
        {isFiltered(filter) ? <Examined rows={rows} length={props.length} /> : null}
      </div>
      {row === undefined ? null : (
        <ValueSide side={side}>
          <RowValue
            key={`${type} ${rowId(row)}`}
            place={place}
            row={row}
            canEdit={canEdit}
            onDirty={noteDirty}
            onClose={() => select(null)}
          />
        </ValueSide>
      )}
    </div>
  )
}
