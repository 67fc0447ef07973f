import { SegmentedControl } from '@qd/web-controls'
import { openDialog, useMarkDialogDirty } from '@qd/web-frame'
import { Input } from 'antd'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { redisText, useRedisTexts } from '../../texts.ts'
import { bulkRows, isScore } from '../model/bulk-rows.ts'
import type { BulkRow, BulkType } from '../model/bulk-rows.ts'
import type { KeyPlace } from '../key-place.ts'
import { EMPTY_ROW, PastedRows, TypedRows } from './add-fields.tsx'
import { addRows } from './add-rows.ts'
import styles from './save-dialogs.module.css'
import { DialogForm } from './use-run.tsx'

const EXISTING_SHOWN = 50

function Existing({ names }: { names: readonly string[] }): ReactNode {
  const t = useRedisTexts()
  if (names.length === 0) return null
  return (
    <ul className={styles.dropped} role="alert">
      <li>{t('detail.existed', { count: names.length })}</li>
      {names.slice(0, EXISTING_SHOWN).map((name) => (
        <li key={name}>
          <code>{name}</code>
        </li>
      ))}
    </ul>
  )
}

/** What a type asks beside its rows. */
function Options(props: {
  type: BulkType
  at: 'head' | 'tail'
  id: string
  onAt: (at: 'head' | 'tail') => void
  onId: (id: string) => void
}): ReactNode {
  const t = useRedisTexts()
  if (props.type === 'list') {
    return (
      <SegmentedControl<'head' | 'tail'>
        label={t('detail.addWhere')}
        value={props.at}
        segments={[
          { value: 'tail', label: t('detail.tail') },
          { value: 'head', label: t('detail.head') },
        ]}
        onChange={props.onAt}
      />
    )
  }
  if (props.type !== 'stream') return null
  return (
    <Input
      style={{ width: 200 }}
      className={styles.mono}
      aria-label={t('detail.entryId')}
      title={t('detail.entryIdHint')}
      value={props.id}
      onChange={({ target }) => props.onId(target.value)}
    />
  )
}

function AddForm({
  place,
  type,
  onClose,
}: {
  place: KeyPlace
  type: BulkType
  onClose: () => void
}): ReactNode {
  const t = useRedisTexts()
  const [as, setAs] = useState<'rows' | 'paste'>('rows')
  const [typed, setTyped] = useState<readonly BulkRow[]>([EMPTY_ROW])
  const [text, setText] = useState('')
  const [at, setAt] = useState<'head' | 'tail'>('tail')
  const [id, setId] = useState('*')
  const [existing, setExisting] = useState<readonly string[]>([])
  const pasted = useMemo(() => bulkRows(type, text), [type, text])
  useMarkDialogDirty(text !== '' || typed.some(({ name, value }) => name !== '' || value !== ''))
  // Rows nobody filled are none; an empty one alone may be wanted.
  const filled = typed.length === 1 ? typed : typed.filter(({ name, value }) => name !== '' || value !== '')
  const rows = as === 'paste' ? pasted.rows : filled
  const isWrong = type === 'zset' && rows.some(({ value }) => !isScore(value.trim()))
  const run = async (): Promise<unknown> => {
    const left = await addRows(place, type, rows, { at, id })
    if (left.length === 0) return undefined
    // What was added is added; what was there already stays here to be changed.
    setExisting(left.map(({ name }) => name))
    setTyped(left)
    setText(left.map(({ name, value }) => `${name}\t${value}`).join('\n'))
    return 'stay'
  }
  return (
    <DialogForm
      action={t('detail.addCount', { count: rows.length })}
      isDisabled={rows.length === 0 || isWrong}
      run={run}
      onClose={onClose}
    >
      <div className={styles.row}>
        <SegmentedControl<'rows' | 'paste'>
          label={t('detail.addAs')}
          value={as}
          segments={[
            { value: 'rows', label: t('detail.addRows') },
            { value: 'paste', label: t('detail.addPaste') },
          ]}
          onChange={setAs}
        />
        <Options type={type} at={at} id={id} onAt={setAt} onId={setId} />
      </div>
      {as === 'rows' ? (
        <TypedRows type={type} rows={typed} onChange={setTyped} />
      ) : (
        <PastedRows
          type={type}
          text={text}
          count={pasted.rows.length}
          dropped={pasted.dropped}
          onText={setText}
        />
      )}
      <Existing names={existing} />
    </DialogForm>
  )
}

/** Adds entries to a key: typed one by one, or pasted with one in each line. */
export function openAdd(place: KeyPlace, type: BulkType): void {
  openDialog(({ close }) => <AddForm place={place} type={type} onClose={close} />, {
    title: redisText(`detail.add.${type}`),
    width: 640,
  })
}
