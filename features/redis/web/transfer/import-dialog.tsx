import { z } from '@qd/contract-kit'
import { useKitText } from '@qd/web-base'
import { call, newConfirmation, useCall } from '@qd/web-calls'
import { LoadingRows, Picker } from '@qd/web-controls'
import { Form, FormActions, SelectField, useZodForm } from '@qd/web-forms'
import { DialogActions, ErrorState, FileButton, Slot, openDialog, toast } from '@qd/web-frame'
import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import {
  IMPORT_FILE_USE,
  TRANSFER_FORMATS,
  TRANSFER_LIMITS,
  previewImport,
  startImport,
} from '../../contract/index.ts'
import type { ImportPreview, TransferFormat } from '../../contract/index.ts'
import { CONFLICTS } from '../keys/copy-target.ts'
import { followJob } from '../keys/follow-job.ts'
import { sessionOf } from '../keys/key-sessions.ts'
import { redisText, useRedisTexts } from '../texts.ts'
import type { OpenDatabase } from '../workspace/workspace.ts'
import { Found } from './import-preview.tsx'
import styles from './transfer.module.css'

/** A file is read to its end before it is shown. */
const LOOK_MS = 600_000
const TTLS = ['keep', 'left', 'none'] as const
const schema = z.object({ conflict: z.enum(CONFLICTS), ttl: z.enum(TTLS) })

interface Given {
  fileId: string
  fileName: string
  format: TransferFormat
  prefix: string
}
interface Props {
  database: OpenDatabase
  onClose: () => void
}

/** The format a name speaks of. */
function formatOf(name: string): TransferFormat {
  if (/\.csv$/i.test(name)) return 'csv'
  if (/\.dump(\.jsonl)?$/i.test(name)) return 'dump'
  return /\.(jsonl|ndjson|json)$/i.test(name) ? 'jsonl' : 'commands'
}

const bodyOf = ({ connection, db }: OpenDatabase, { fileId, format, prefix }: Given) => ({
  lineId: connection.lineId,
  connectionId: connection.id,
  db,
  fileId,
  format,
  ...(prefix === '' ? {} : { prefix }),
})

function StartForm({
  database,
  given,
  preview,
  onClose,
}: Props & { given: Given; preview: ImportPreview }): ReactNode {
  const t = useRedisTexts()
  // One per file: pressing again after a lost answer must not start a second job.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const title = t('transfer.import.title')
  const form = useZodForm({
    schema,
    initial: { conflict: 'skip' as const, ttl: 'keep' as const },
    send: (choices) =>
      call(
        startImport,
        { body: { ...bodyOf(database, given), ...choices, idempotencyKey } },
        {
          tag: 'redis:page.keys',
          told: 'form',
          timeoutMs: LOOK_MS,
          confirmation: newConfirmation({
            text: t('keys.bulk.confirm', { action: title, count: preview.keys }),
            action: title,
          }),
        },
      ),
    onSent: ({ jobId, keys }) => {
      onClose()
      toast.message(redisText('keys.bulk.started', { count: keys }))
      followJob(sessionOf(database), { jobId, title, keys })
    },
  })
  return (
    <Form form={form}>
      <div className={styles.pair}>
        <SelectField
          name="conflict"
          label={t('transfer.conflict.label')}
          options={CONFLICTS.map((value) => ({ value, label: t(`transfer.conflict.${value}`) }))}
        />
        <SelectField
          name="ttl"
          label={t('transfer.import.ttl')}
          options={TTLS.map((value) => ({
            value,
            label: t(`transfer.import.${value === 'none' ? 'noEnd' : value}`),
          }))}
        />
      </div>
      <FormActions
        submitLabel={t('transfer.import.do')}
        isDanger={form.values.conflict === 'replace'}
        onCancel={onClose}
      />
    </Form>
  )
}

/** Reads the file on the server, then says what it would do. */
function Looked({ database, given, onClose }: Props & { given: Given }): ReactNode {
  const kit = useKitText()
  const { data, error, refetch } = useCall(
    previewImport,
    { body: bodyOf(database, given) },
    { tag: 'redis:page.keys', told: 'inline', staleTimeMs: 0, timeoutMs: LOOK_MS },
  )
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <LoadingRows rows={4} />
  return (
    <>
      <Found preview={data} />
      {data.keys === 0 ? (
        <DialogActions>
          <Button onClick={onClose}>{kit('cancel')}</Button>
        </DialogActions>
      ) : (
        <StartForm
          key={JSON.stringify(given)}
          database={database}
          given={given}
          preview={data}
          onClose={onClose}
        />
      )}
    </>
  )
}

function Import({ database, onClose }: Props): ReactNode {
  const t = useRedisTexts()
  const kit = useKitText()
  const id = useId()
  const [sending, setSending] = useState<File | null>(null)
  const [given, setGiven] = useState<Given>({ fileId: '', fileName: '', format: 'jsonl', prefix: '' })
  const [prefix, setPrefix] = useState('')
  return (
    <div className={styles.form}>
      <div className={styles.file}>
        <FileButton
          label={t('transfer.import.choose')}
          accept=".jsonl,.ndjson,.json,.txt,.redis,.csv,.dump"
          mostBytes={TRANSFER_LIMITS.fileBytes}
          loading={sending !== null}
          isFirst
          onFile={(file) => {
            setSending(file)
            setGiven({ ...given, fileId: '', fileName: file.name, format: formatOf(file.name) })
          }}
        />
        <span>{given.fileName}</span>
      </div>
      {sending === null ? null : (
        <Slot
          name="fileUpload"
          values={{
            file: sending,
            use: IMPORT_FILE_USE,
            onDone: (fileId: string) => {
              setSending(null)
              setGiven((now) => ({ ...now, fileId }))
            },
            onCancel: () => setSending(null),
          }}
        />
      )}
      <div className={styles.pair}>
        <Picker
          isBlock
          label={t('transfer.format.label')}
          value={given.format}
          options={TRANSFER_FORMATS.map((value) => ({ value, label: t(`transfer.format.${value}`) }))}
          onChange={(format) => setGiven({ ...given, format: format as TransferFormat })}
        />
        <div>
          <label className={styles.label} htmlFor={id}>
            {t('transfer.import.prefix')}
          </label>
          <Input
            id={id}
            className={styles.tall}
            value={prefix}
            maxLength={1_000}
            onChange={({ target }) => setPrefix(target.value)}
            onBlur={() => setGiven({ ...given, prefix })}
            onPressEnter={() => setGiven({ ...given, prefix })}
          />
        </div>
      </div>
      {given.fileId === '' ? (
        <DialogActions>
          <Button onClick={onClose}>{kit('cancel')}</Button>
        </DialogActions>
      ) : (
        <Looked database={database} given={given} onClose={onClose} />
      )}
    </div>
  )
}

/** Brings keys of a file in, after a look at what it holds. */
export function openImport(database: OpenDatabase): void {
  openDialog(({ close }) => <Import database={database} onClose={close} />, {
    title: redisText('transfer.import.title'),
    width: 560,
    isDismissible: false,
  })
}
