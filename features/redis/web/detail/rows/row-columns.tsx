import { formatInstant, formatQuantity, useTimeZone } from '@qd/web-base'
import { Tag } from '@qd/web-controls'
import type { DataColumn } from '@qd/web-tables'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { PageRow, RedisBytes } from '../../../contract/index.ts'
import type { RedisTexts } from '../../texts.ts'
import { useRedisTexts } from '../../texts.ts'
import { shownBytes, sizeText } from '../model/bytes.ts'
import type { KeyPlace } from '../key-place.ts'
import { timeHint, timeOfEntry } from '../model/time-hint.ts'
import { ttlText } from '../model/ttl.ts'
import { decoderHashOf, layoutOf, useBoundView, useLineViewers } from '../viewers/bound-views.ts'
import { compressionName, formatName } from '../viewers/view-names.ts'
import { useRowLook } from './row-line.ts'
import type { RowLook } from './row-line.ts'
import type { RowType } from './use-rows.ts'
import styles from './rows.module.css'

/** Characters of a value that a cell draws. */
const CELL_CHARS = 300

function Bytes({ value, isCut = false }: { value: RedisBytes; isCut?: boolean }): ReactNode {
  const shown = shownBytes(value)
  const isLong = isCut || shown.length > CELL_CHARS
  return (
    <bdi className={styles.bytes} data-binary={typeof value !== 'string'}>
      {shown.slice(0, CELL_CHARS)}
      {isLong ? '…' : ''}
    </bdi>
  )
}

interface CellProps {
  place: KeyPlace
  row: Exclude<PageRow, { type: 'stream' }>
}

function useCellLook({ place, row }: CellProps): RowLook {
  const bound = useBoundView(place, row.type === 'hash' ? row.field : null)
  const { decoders, layouts } = useLineViewers(place)
  const layout = bound === null ? null : layoutOf(bound, layouts)
  const decoderHash = bound === null ? '' : decoderHashOf(bound, decoders)
  return useRowLook(mainBytes(row), row.isCut, place.lineId, { bound, layout, decoderHash })
}

/** `Zstd` of what is packed, else the format; the whole way is its tooltip. */
function Format(props: CellProps): ReactNode {
  const t = useRedisTexts()
  const { compression, format } = useCellLook(props).view
  const isPacked = compression !== 'none'
  const name = isPacked ? compressionName(compression, t) : formatName(format, t)
  return (
    <Tag
      tone={format === 'protobuf' ? 'theme' : 'neutral'}
      title={isPacked ? `${name} → ${formatName(format, t)}` : name}
    >
      {name}
    </Tag>
  )
}

function Value(props: CellProps): ReactNode {
  const { row } = props
  const { minutesAt } = useTimeZone()
  const { text, view, innerBytes } = useCellLook(props)
  const value = mainBytes(row)
  const isPacked = view.compression !== 'none' && innerBytes > 0
  const at = typeof value === 'string' && !row.isCut ? timeHint(value) : null
  const isJson = text === '' && typeof value === 'string' && /^\s*[{[]/.test(value)
  return (
    <span className={styles.value} data-json={isJson || undefined}>
      {text === '' ? (
        <Bytes value={value} isCut={row.isCut} />
      ) : (
        <bdi className={styles.bytes}>{text.slice(0, CELL_CHARS)}</bdi>
      )}
      {isPacked ? (
        <span className={styles.time}>
          {sizeText(row.bytes)} → {sizeText(innerBytes)}
        </span>
      ) : null}
      {at === null ? null : <span className={styles.time}>{formatInstant(at, minutesAt(at))}</span>}
    </span>
  )
}

function EntryId({ id }: { id: string }): ReactNode {
  const { minutesAt } = useTimeZone()
  const at = timeOfEntry(id)
  return (
    <span className={styles.value}>
      <bdi className={styles.bytes}>{id}</bdi>
      {at === null ? null : <span className={styles.time}>{formatInstant(at, minutesAt(at))}</span>}
    </span>
  )
}

/** The bytes a row is mostly about. */
export function mainBytes(row: PageRow): RedisBytes {
  if (row.type === 'hash' || row.type === 'list') return row.value
  return row.type === 'stream' ? fieldsText(row) : row.member
}

function fieldsText(row: PageRow & { type: 'stream' }): string {
  return row.fields.map(({ name, value }) => `${shownBytes(name)}=${shownBytes(value)}`).join('  ')
}

type Columns = DataColumn<PageRow>[]

function shared(t: RedisTexts, place: KeyPlace): { format: DataColumn<PageRow>; size: DataColumn<PageRow> } {
  return {
    format: {
      key: 'format',
      title: t('detail.format'),
      width: 84,
      render: (row) => (row.type === 'stream' ? null : <Format place={place} row={row} />),
    },
    size: {
      key: 'size',
      title: t('detail.size'),
      width: 84,
      align: 'right',
      render: (row) => (row.type === 'stream' ? null : formatQuantity(row.bytes)),
      text: (row) => (row.type === 'stream' ? '' : String(row.bytes)),
    },
  }
}

const valueColumn = (t: RedisTexts, place: KeyPlace): DataColumn<PageRow> => ({
  key: 'value',
  title: t('detail.value'),
  width: 280,
  isGrowing: true,
  render: (row) => (row.type === 'stream' ? null : <Value place={place} row={row} />),
  text: (row) => shownBytes(mainBytes(row)),
})

const memberColumn = (t: RedisTexts, place: KeyPlace): DataColumn<PageRow> => ({
  ...valueColumn(t, place),
  key: 'member',
  title: t('detail.member'),
})

function columnsOf(place: KeyPlace, type: RowType, hasFieldTtl: boolean, t: RedisTexts): Columns {
  const { format, size } = shared(t, place)
  switch (type) {
    case 'hash': {
      const ttl: DataColumn<PageRow> = {
        key: 'ttl',
        title: 'TTL',
        width: 76,
        align: 'right',
        render: (row) => (row.type === 'hash' ? ttlText(row.ttlMs ?? -1) : null),
        text: (row) => (row.type === 'hash' ? String(row.ttlMs ?? -1) : ''),
      }
      const field: DataColumn<PageRow> = {
        key: 'field',
        title: t('detail.field'),
        width: 170,
        isFixed: true,
        render: (row) =>
          row.type === 'hash' ? <Bytes value={row.field} isCut={row.long !== undefined} /> : null,
        text: (row) => (row.type === 'hash' ? shownBytes(row.field) : ''),
      }
      return [field, valueColumn(t, place), format, size, ...(hasFieldTtl ? [ttl] : [])]
    }
    case 'list': {
      const index: DataColumn<PageRow> = {
        key: 'index',
        title: t('detail.index'),
        width: 84,
        align: 'right',
        render: (row) => (row.type === 'list' ? formatQuantity(row.index) : null),
        text: (row) => (row.type === 'list' ? String(row.index) : ''),
      }
      return [index, valueColumn(t, place), format, size]
    }
    case 'set':
      return [memberColumn(t, place), format, size]
    case 'zset': {
      const score: DataColumn<PageRow> = {
        key: 'score',
        title: t('detail.score'),
        // Room for all digits and the exponent of a double.
        width: 220,
        align: 'right',
        // As Redis wrote it: no digit is rounded away.
        render: (row) => (row.type === 'zset' ? <bdi className={styles.bytes}>{row.score}</bdi> : null),
        text: (row) => (row.type === 'zset' ? row.score : ''),
      }
      return [score, memberColumn(t, place), format, size]
    }
    case 'stream': {
      const id: DataColumn<PageRow> = {
        key: 'id',
        title: 'ID',
        width: 310,
        isFixed: true,
        render: (row) => (row.type === 'stream' ? <EntryId id={row.id} /> : null),
        text: (row) => (row.type === 'stream' ? row.id : ''),
      }
      const fields: DataColumn<PageRow> = {
        key: 'fields',
        title: t('detail.fields'),
        width: 280,
        isGrowing: true,
        render: (row) => (row.type === 'stream' ? <Bytes value={fieldsText(row)} isCut={row.isCut} /> : null),
        text: (row) => (row.type === 'stream' ? fieldsText(row) : ''),
      }
      return [id, fields]
    }
  }
}

export function useRowColumns(place: KeyPlace, type: RowType, hasFieldTtl: boolean): Columns {
  const t = useRedisTexts()
  return useMemo(() => columnsOf(place, type, hasFieldTtl, t), [place, type, hasFieldTtl, t])
}
