import type { RouteReply } from '@qd/contract-kit'
import { isCallError, textByKey, useKitText, useTexts } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { ConfirmButton, SegmentedControl, Tag } from '@qd/web-controls'
import { DialogActions, FileButton, toast } from '@qd/web-frame'
import { DataTable } from '@qd/web-tables'
import type { Tone } from '@qd/web-controls'
import type { DataColumn } from '@qd/web-tables'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { importCatalogue } from '../../contract/index.ts'
import type { ImportRow } from '../../contract/index.ts'
import styles from './import-dialog.module.css'
import { useRefresh } from '../tree/use-tree.ts'

type Preview = RouteReply<typeof importCatalogue>
interface ChosenFile {
  name: string
  format: 'json' | 'csv'
  /** Its bytes as they were when it was chosen: a file that changes afterwards cannot be sent. */
  text: Blob
}

const TONES: Record<ImportRow['change'], Tone> = {
  added: 'ok',
  changed: 'warn',
  unchanged: 'neutral',
  refused: 'error',
}

/** A field of a record as its form calls it; one without a text keeps its name. */
function fieldWords(field: string): string {
  const name = field.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  if (name === 'channels') return textByKey('catalogue', 'kind.channel')
  return textByKey('catalogue', `field.${name === 'serviceName' ? 'name' : name}`) || field
}

function useImportColumns(): DataColumn<ImportRow>[] {
  const t = useTexts('catalogue')
  return useMemo(
    () => [
      {
        key: 'line',
        title: t('import.line'),
        width: 84,
        align: 'right',
        render: (row) => row.line,
      },
      {
        key: 'change',
        title: t('import.change'),
        width: 96,
        render: (row) => <Tag tone={TONES[row.change]}>{t(`import.${row.change}`)}</Tag>,
      },
      { key: 'kind', title: t('import.kind'), width: 84, render: (row) => t(`kind.${row.kind}`) },
      {
        key: 'place',
        title: t('import.place'),
        width: 290,
        isGrowing: true,
        render: (row) => <code title={row.place}>{row.place}</code>,
      },
      { key: 'name', title: t('field.name'), width: 120, render: (row) => <bdi>{row.name}</bdi> },
      {
        key: 'note',
        title: t('import.note'),
        // Wide enough for a whole reason: one scrolls to its end, also where nothing hovers.
        width: 620,
        render: (row) => {
          const text = [row.fields.map(fieldWords).join(', '), row.note]
            .filter((part) => part !== '')
            .join(' · ')
          return <span title={text}>{text}</span>
        },
      },
    ],
    [t],
  )
}

type Filter = 'all' | ImportRow['change']

function PreviewTable({ preview }: { preview: Preview }): ReactNode {
  const t = useTexts('catalogue')
  const [filter, setFilter] = useState<Filter>(preview.counts.refused > 0 ? 'refused' : 'all')
  const columns = useImportColumns()
  const rows = preview.rows.filter((row) => filter === 'all' || row.change === filter)
  const segments = (['all', 'added', 'changed', 'unchanged', 'refused'] as const).map((value) => ({
    value,
    label: `${t(`import.${value}`)} ${value === 'all' ? preview.rows.length : preview.counts[value]}`,
  }))
  return (
    <div className={styles.table}>
      <SegmentedControl label={t('import.change')} value={filter} segments={segments} onChange={setFilter} />
      <div className={styles.rows}>
        <DataTable<ImportRow>
          name="catalogue.import"
          label={t('import.title')}
          columns={columns}
          rows={rows}
          rowKey={(row) => `${row.line} ${row.kind}`}
          isFiltered={filter !== 'all'}
          onClearFilter={() => setFilter('all')}
        />
      </div>
    </div>
  )
}

const asker = { tag: 'catalogue:import.title', told: 'form' } as const

async function readChosen(file: File): Promise<ChosenFile> {
  const format = file.name.toLowerCase().endsWith('.csv') ? 'csv' : 'json'
  return { name: file.name, format, text: new Blob([await file.arrayBuffer()]) }
}

/** Chooses a file, shows what it would do, and does it when nothing is refused. */
export function ImportDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useTexts('catalogue')
  const kit = useKitText()
  const refresh = useRefresh()
  const [file, setFile] = useState<ChosenFile | null>(null)
  const [preview, setPreview] = useState<Preview | null>(null)
  const [failure, setFailure] = useState('')
  const [isBusy, setBusy] = useState(false)

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setFailure('')
    try {
      await work()
    } catch (error) {
      if (!isCallError(error)) throw error
      setFailure(error.told)
    } finally {
      setBusy(false)
    }
  }
  const look = (chosen: File) =>
    attempt(async () => {
      setPreview(null)
      const next = await readChosen(chosen)
      setFile(next)
      const { format, text } = next
      setPreview(await call(importCatalogue, { body: { format, apply: false } }, { ...asker, text }))
    })
  const apply = () =>
    attempt(async () => {
      if (file === null) return
      const { format, text } = file
      const { counts } = await call(importCatalogue, { body: { format, apply: true } }, { ...asker, text })
      toast.success(t('import.done', { number: counts.added + counts.changed }))
      onClose()
      await refresh()
    })
  const changes = preview === null ? 0 : preview.counts.added + preview.counts.changed
  return (
    <>
      <p>{t('import.text')}</p>
      <div className={styles.file}>
        <FileButton
          isFirst
          label={t('import.choose')}
          accept=".json,.csv"
          loading={isBusy && preview === null}
          onFile={look}
        />
        {file === null ? null : <code>{file.name}</code>}
      </div>
      {failure === '' ? null : (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      {preview === null ? null : <PreviewTable key={file?.text.size} preview={preview} />}
      <DialogActions>
        <Button onClick={onClose}>{kit('cancel')}</Button>
        <ConfirmButton
          disabled={preview === null || preview.counts.refused > 0 || changes === 0}
          loading={isBusy && preview !== null}
          onClick={() => void apply()}
        >
          {t('import.apply', { number: changes })}
        </ConfirmButton>
      </DialogActions>
    </>
  )
}
