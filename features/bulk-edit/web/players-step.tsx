import { formatQuantity } from '@qd/web-base'
import { SegmentedControl, Tag } from '@qd/web-controls'
import { FileButton, Slot } from '@qd/web-frame'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { BULK_FILE_BYTES, BULK_FILE_PLAYERS_MAX, BULK_FILE_USE, BULK_PLAYERS_MAX } from '../contract/index.ts'
import { useBulkTexts } from './texts.ts'
import { hasList, useBulkDraft } from './bulk-draft.ts'
import styles from './bulk.module.css'
import { isListName, readListFile } from './read-list-file.ts'
import type { ListFileFault } from './read-list-file.ts'
import { ServerCounts } from './server-counts.tsx'
import { Step } from './step.tsx'
import type { BulkPlace } from './use-bulk-place.ts'
import type { Bulk, SortedList } from './use-bulk.ts'

/** Above this a text box of a browser is no help. */
const SHOWN_CHARS = 200_000
const MEGABYTE = 1024 * 1024
/** A larger file is sent once and named afterwards; a smaller one becomes the text. */
const SENT_BYTES = MEGABYTE

function PlaceChoice({ place }: { place: BulkPlace }): ReactNode {
  const t = useBulkTexts()
  const { serverName, lineName } = place
  if (serverName === null || lineName === null) {
    return <p className={styles.hint}>{serverName ?? t('place.line', { line: lineName ?? '' })}</p>
  }
  return (
    <SegmentedControl
      label={t('place.label')}
      value={place.isWholeLine ? 'line' : 'server'}
      segments={[
        { value: 'server', label: serverName },
        { value: 'line', label: t('place.line', { line: lineName }) },
      ]}
      onChange={(value) => useBulkDraft.getState().patch({ isWholeLine: value === 'line' })}
    />
  )
}

/** Further lines and servers whose players may be in the list. */
function FurtherChoice({ place }: { place: BulkPlace }): ReactNode {
  const t = useBulkTexts()
  const also = useBulkDraft((draft) => draft.also)
  if (place.further.length === 0) return null
  const known = new Set(place.further.map(({ key }) => key))
  return (
    <Select
      mode="multiple"
      allowClear
      aria-label={t('place.also')}
      placeholder={t('place.also')}
      optionFilterProp="label"
      value={also.filter((key) => known.has(key))}
      options={place.further.map(({ key, label }) => ({ value: key, label }))}
      onChange={(next: string[]) => useBulkDraft.getState().patch({ also: next })}
    />
  )
}

function BadLines({ title, bad }: { title: string; bad: SortedList['wrong'] }): ReactNode {
  const t = useBulkTexts()
  if (bad.count === 0) return null
  const more = bad.count - bad.lines.length
  return (
    <details className={styles.bad} open>
      <summary>{title}</summary>
      <ul>
        {bad.lines.map(({ line, text }, index) => (
          <li key={index}>
            <span>{t('list.line', { line })}</span> <code>{text === '' ? '–' : text}</code>
          </li>
        ))}
        {more > 0 ? <li>{t('list.more', { count: more })}</li> : null}
      </ul>
    </details>
  )
}

function ListSummary({ list }: { list: SortedList }): ReactNode {
  const t = useBulkTexts()
  const { players, duplicates, wrong, notFound, servers } = list
  return (
    <div className={styles.summary} role="status">
      <p className={styles.tags}>
        <Tag tone={players > 0 ? 'ok' : 'error'}>{t('list.players', { count: players })}</Tag>
        {duplicates > 0 ? <Tag tone="neutral">{t('list.duplicates', { count: duplicates })}</Tag> : null}
        {wrong.count > 0 ? <Tag tone="warn">{t('list.wrong', { count: wrong.count })}</Tag> : null}
        {notFound.count > 0 ? <Tag tone="warn">{t('list.notFound', { count: notFound.count })}</Tag> : null}
      </p>
      <ServerCounts servers={servers} />
      <BadLines title={t('list.wrongTitle')} bad={wrong} />
      <BadLines title={t('list.notFoundTitle')} bad={notFound} />
    </div>
  )
}

function ListText(): ReactNode {
  const t = useBulkTexts()
  const { text, fileName, fileId, patch } = useBulkDraft()
  if (fileId !== '' || text.length > SHOWN_CHARS) {
    const name = fileName === '' ? 'uId' : fileName
    return (
      <p className={styles.long}>
        <span>
          {fileId === ''
            ? t('list.long', { name, size: formatQuantity(text.length) })
            : t('list.sent', { name })}
        </span>
        <Button size="small" onClick={() => patch({ text: '', fileName: '', fileId: '' })}>
          {t('list.clear')}
        </Button>
      </p>
    )
  }
  return (
    <Input.TextArea
      className={styles.list}
      autoSize={{ minRows: 5, maxRows: 8 }}
      aria-label={t('list.label')}
      placeholder={t('list.hint')}
      spellCheck={false}
      value={text}
      onChange={(event) => patch({ text: event.target.value, fileName: '', fileId: '' })}
    />
  )
}

/** Step 1: the players, typed, pasted or from a file, and what the server makes of them. */
export function PlayersStep({ place, bulk }: { place: BulkPlace; bulk: Bulk }): ReactNode {
  const t = useBulkTexts()
  const [fault, setFault] = useState<ListFileFault | null>(null)
  const [sending, setSending] = useState<File | null>(null)
  const draft = useBulkDraft()
  const { patch } = draft
  const choose = async (file: File): Promise<void> => {
    setFault(isListName(file.name) ? null : 'fileType')
    if (!isListName(file.name)) return
    if (file.size > SENT_BYTES) return setSending(file)
    const read = await readListFile(file)
    setFault(read.ok ? null : read.fault)
    // A file that is no list leaves what was there.
    if (read.ok) patch({ text: read.text, fileName: file.name, fileId: '' })
  }
  const limits = {
    size: formatQuantity(BULK_FILE_BYTES / MEGABYTE),
    players: formatQuantity(BULK_PLAYERS_MAX),
    filePlayers: formatQuantity(BULK_FILE_PLAYERS_MAX),
  }
  const failure = bulk.failure?.step === 'list' ? bulk.failure.message : null
  return (
    <Step
      number={1}
      title={t('step.players')}
      failure={fault === null ? failure : t(`list.${fault}`, limits)}
    >
      <PlaceChoice place={place} />
      <FurtherChoice place={place} />
      {sending === null ? (
        <ListText />
      ) : (
        <Slot
          name="fileUpload"
          values={{
            file: sending,
            use: BULK_FILE_USE,
            onDone: (sentId: string) => {
              patch({ text: '', fileName: sending.name, fileId: sentId })
              setSending(null)
            },
            onCancel: () => setSending(null),
          }}
        />
      )}
      <p className={styles.hint}>{t('list.limits', limits)}</p>
      <div className={styles.buttons}>
        <FileButton
          label={t('list.file')}
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          mostBytes={BULK_FILE_BYTES}
          loading={sending !== null}
          onFile={choose}
        />
        <Button
          type={bulk.sorted === null ? 'primary' : 'default'}
          disabled={!hasList(draft) || sending !== null}
          loading={bulk.busy === 'list'}
          onClick={() => void bulk.readList()}
        >
          {t('list.read')}
        </Button>
      </div>
      {bulk.sorted === null ? null : <ListSummary list={bulk.sorted} />}
    </Step>
  )
}
