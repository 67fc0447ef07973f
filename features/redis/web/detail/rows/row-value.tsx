import type { CallError } from '@qd/web-base'
import { IconButton, LoadingRows } from '@qd/web-controls'
import { EmptyState, ErrorState } from '@qd/web-frame'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { EDIT_BYTES, keyWindow } from '../../../contract/index.ts'
import type { PageRow, RedisBytes } from '../../../contract/index.ts'
import { useRedisTexts } from '../../texts.ts'
import { sendFormEdit } from '../edit/changes.ts'
import type { DraftTarget } from '../edit/save-value.ts'
import { useValue } from '../edit/use-value.ts'
import type { KnownValue } from '../edit/use-value.ts'
import { ValuePanel } from '../edit/value-panel.tsx'
import type { ValuePlace } from '../key-queries.ts'
import { bytesOf, redisBytesOf, shownBytes, sizeText } from '../model/bytes.ts'
import { keyPattern } from '../model/key-pattern.ts'
import type { KeyPlace } from '../key-place.ts'
import { nameAt, wholeRow } from './long-names.ts'
import { rowName } from './row-edits.tsx'

interface RowValueProps<R extends PageRow = PageRow> {
  place: KeyPlace
  row: R
  canEdit: boolean
  onDirty: (isDirty: boolean) => void
  onClose: () => void
}

function CloseButton({ onClose }: { onClose: () => void }): ReactNode {
  const t = useRedisTexts()
  return (
    <IconButton isSmall label={t('detail.closeValue')} onClick={onClose}>
      <X size={14} aria-hidden />
    </IconButton>
  )
}

/** The value of a field whose name came cut: the whole name is read first, for nothing else leads to the value. */
function LongFieldValue(props: RowValueProps<PageRow & { type: 'hash' }>): ReactNode {
  const { place, row, onClose } = props
  const t = useRedisTexts()
  const { data, error, refetch } = useQuery<(PageRow & { type: 'hash' }) | null, CallError>({
    queryKey: [keyWindow.path, { body: { ...place, place: nameAt(row) } }, 'whole'],
    queryFn: () => wholeRow(place, row),
  })
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <LoadingRows rows={4} />
  if (data !== null) return <CellValue {...props} row={{ ...data, ...valueOf(row) }} />
  return (
    <EmptyState
      title={t('detail.overEdit', { limit: sizeText(EDIT_BYTES) })}
      action={<CloseButton onClose={onClose} />}
    />
  )
}

/** The table may know the value anew, while the name stays as it was read. */
const valueOf = ({ value, bytes, isCut, sha1 }: KnownValue): KnownValue => ({ value, bytes, isCut, sha1 })

/** Values of a hash or a list: cut in the table, read in windows here. */
function CellValue(props: RowValueProps<PageRow & { type: 'hash' | 'list' }>): ReactNode {
  const { place, row, canEdit, onDirty, onClose } = props
  const at: ValuePlace =
    row.type === 'hash' ? { kind: 'field', field: row.field } : { kind: 'index', index: row.index }
  const read = useValue(place, at, row)
  const target: DraftTarget = {
    place,
    at,
    alwaysDiff: false,
    editOf: (value, expect) => {
      if (row.type === 'hash') return { kind: 'setField', field: row.field, value, expect }
      return expect === null ? null : { kind: 'setIndex', index: row.index, value, expect }
    },
    ...(row.type === 'hash'
      ? {
          createAgain: (value: RedisBytes) =>
            sendFormEdit(place, { kind: 'setField', field: row.field, value, expect: null }),
        }
      : {}),
  }
  return (
    <ValuePanel
      title={rowName(row)}
      read={read}
      pattern={keyPattern(place.key, row.type === 'hash' ? row.field : '')}
      {...(row.type === 'hash' ? { field: row.field } : {})}
      target={target}
      canEdit={canEdit}
      actions={<CloseButton onClose={onClose} />}
      onDirty={onDirty}
    />
  )
}

/** Members are their own names: another text is another member. */
function MemberValue(props: RowValueProps<PageRow & { type: 'set' | 'zset' }>): ReactNode {
  const { place, row, canEdit, onDirty, onClose } = props
  const t = useRedisTexts()
  const at = nameAt(row)
  // A long one is read by its mark, so what came is what it was when the page was read.
  const known = { value: row.member, bytes: row.bytes, isCut: false, sha1: shownBytes(row.member) }
  const read = useValue(place, at ?? { kind: 'string' }, at === null ? known : null)
  const member = at === null || read.value === null ? row.member : redisBytesOf(read.value.bytes)
  const target: DraftTarget = {
    place,
    at,
    alwaysDiff: false,
    editOf: (by) =>
      row.type === 'set'
        ? { kind: 'replaceMember', member, by }
        : { kind: 'setScored', member, by, score: row.score, expectScore: row.score },
  }
  return (
    <ValuePanel
      title={row.type === 'zset' ? t('detail.memberOf', { score: row.score }) : t('detail.member')}
      read={read}
      pattern={keyPattern(place.key, '')}
      target={target}
      canEdit={canEdit}
      actions={<CloseButton onClose={onClose} />}
      onDirty={onDirty}
    />
  )
}

/** An entry of a stream field by field; entries never change. */
function EntryValue({ place, row, onClose }: RowValueProps<PageRow & { type: 'stream' }>): ReactNode {
  const t = useRedisTexts()
  const [at, setAt] = useState(0)
  const field = row.fields[at] ?? row.fields[0]
  const value = field?.value ?? ''
  const whole: ValuePlace | null = field?.bytes === undefined ? null : { kind: 'entry', id: row.id, at }
  const known = { value, bytes: bytesOf(value).length, isCut: false, sha1: shownBytes(value) }
  const read = useValue(place, whole ?? { kind: 'string' }, whole === null ? known : null)
  const target: DraftTarget = { place, at: whole, alwaysDiff: false, editOf: () => null }
  return (
    <ValuePanel
      title={row.id}
      read={read}
      pattern={keyPattern(place.key, field?.name ?? '')}
      {...(field === undefined ? {} : { field: field.name })}
      target={target}
      canEdit={false}
      actions={
        <>
          <Select<number>
            size="small"
            aria-label={t('detail.field')}
            style={{ minWidth: 110 }}
            value={at}
            options={row.fields.map(({ name }, value) => ({ value, label: shownBytes(name) }))}
            onChange={setAt}
          />
          <CloseButton onClose={onClose} />
        </>
      }
    />
  )
}

/** The value of the chosen row. */
export function RowValue(props: RowValueProps): ReactNode {
  const { row } = props
  if (row.type === 'hash' && row.long !== undefined) return <LongFieldValue {...props} row={row} />
  if (row.type === 'hash' || row.type === 'list') return <CellValue {...props} row={row} />
  if (row.type === 'stream') return <EntryValue {...props} row={row} />
  return <MemberValue {...props} row={row} />
}
