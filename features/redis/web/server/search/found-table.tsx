import type { CallError } from '@qd/web-base'
import { EmptyState } from '@qd/web-frame'
import { DataTable } from '@qd/web-tables'
import type { DataColumn } from '@qd/web-tables'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { SEARCH_REACH } from '../../../contract/index.ts'
import type { RedisBytes, SearchDocument } from '../../../contract/index.ts'
import { bytesId, shownBytes, sizeText } from '../../detail/model/bytes.ts'
import { useRedisTexts } from '../../texts.ts'
import type { RedisTexts } from '../../texts.ts'
import styles from './search.module.css'

export const PAGE_SIZE = 50
/** Further fields are read in the document itself. */
const COLUMNS_MAX = 12

interface Row extends SearchDocument {
  /** Values by the id of their field. */
  readonly values: ReadonlyMap<string, SearchDocument['fields'][number]>
}

const rowOf = (document: SearchDocument): Row => ({
  ...document,
  values: new Map(document.fields.map((field) => [bytesId(field.name), field])),
})

/** Fields of the documents of a page, each once, as they come. */
function fieldsOf(documents: readonly SearchDocument[]): RedisBytes[] {
  const names = new Map(documents.flatMap(({ fields }) => fields.map(({ name }) => [bytesId(name), name])))
  return [...names.values()].slice(0, COLUMNS_MAX)
}

function fieldColumn(name: RedisBytes): DataColumn<Row> {
  const id = bytesId(name)
  const textOf = ({ values }: Row): string => {
    const field = values.get(id)
    return field === undefined ? '' : `${shownBytes(field.value)}${field.isCut ? '…' : ''}`
  }
  return {
    key: `field ${id}`,
    title: shownBytes(name),
    width: 180,
    render: (row) => {
      const cut = row.values.get(id)?.isCut === true ? ` (${sizeText(row.values.get(id)!.bytes)})` : ''
      return (
        <span className="qd-mono" title={`${textOf(row)}${cut}`}>
          {textOf(row)}
        </span>
      )
    },
    text: textOf,
  }
}

function keyColumn(t: RedisTexts, onOpen: (key: RedisBytes) => void): DataColumn<Row> {
  return {
    key: 'key',
    title: t('server.indexes.key'),
    width: 240,
    isFixed: true,
    render: ({ key }) => (
      <button type="button" className={styles.key} title={shownBytes(key)} onClick={() => onOpen(key)}>
        {shownBytes(key)}
      </button>
    ),
    text: ({ key }) => shownBytes(key),
  }
}

interface FoundProps {
  found: { total: number; documents: readonly SearchDocument[] } | undefined
  error: CallError | null
  page: number
  onPage: (page: number) => void
  onRetry: () => void
  onOpen: (key: RedisBytes) => void
}

/** Documents of one page, each the way to its key. */
export function FoundTable({ found, error, page, onPage, onRetry, onOpen }: FoundProps): ReactNode {
  const t = useRedisTexts()
  const rows = useMemo(() => found?.documents.map(rowOf), [found])
  const columns = useMemo(
    () => [keyColumn(t, onOpen), ...fieldsOf(found?.documents ?? []).map(fieldColumn)],
    [found, onOpen, t],
  )
  return (
    <div className={styles.found}>
      <DataTable<Row>
        name="redis.server.found"
        label={t('server.indexes.documents')}
        columns={columns}
        rows={rows}
        rowKey={({ key }) => bytesId(key)}
        error={error}
        onRetry={onRetry}
        onOpen={({ key }) => onOpen(key)}
        empty={<EmptyState title={t('server.indexes.nothing')} />}
        paging={{ page, pageSize: PAGE_SIZE, total: Math.min(found?.total ?? 0, SEARCH_REACH), onPage }}
      />
    </div>
  )
}
