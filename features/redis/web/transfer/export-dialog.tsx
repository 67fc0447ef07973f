import { z } from '@qd/contract-kit'
import { call, callFile } from '@qd/web-calls'
import { Form, FormActions, SelectField, TextField, useZodForm } from '@qd/web-forms'
import { openDialog, toast } from '@qd/web-frame'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { TRANSFER_FORMATS, exportKeys, startExport } from '../../contract/index.ts'
import type { KeySelection } from '../../contract/index.ts'
import { shownBytes } from '../detail/model/bytes.ts'
import { followJob } from '../keys/follow-job.ts'
import { sessionOf } from '../keys/key-sessions.ts'
import { redisText, useRedisTexts } from '../texts.ts'
import type { OpenDatabase } from '../workspace/workspace.ts'
import { EXPORT_MS, exportName, saveExport, saveKeys } from './save-export.ts'
import styles from './transfer.module.css'

/** Whether the page waits for the file, or a job writes it. */
const WAYS = ['now', 'job'] as const
const schema = z.object({
  format: z.enum(TRANSFER_FORMATS),
  pattern: z.string().check(z.minLength(1), z.maxLength(1_000)),
  way: z.enum(WAYS),
})
type Wanted = z.output<typeof schema>

interface Props {
  database: OpenDatabase
  selection: KeySelection
}

/** Which keys go, where that is not asked for. */
function What({ selection }: { selection: Exclude<KeySelection, { kind: 'pattern' }> }): ReactNode {
  const t = useRedisTexts()
  return (
    <p className={styles.what}>
      {selection.kind === 'prefix'
        ? t('transfer.export.what.prefix', { name: shownBytes(selection.prefix) })
        : selection.keys.length === 1
          ? shownBytes(selection.keys[0] ?? '')
          : t('transfer.export.what.keys', { count: selection.keys.length })}
    </p>
  )
}

function ExportForm({ database, selection, onClose }: Props & { onClose: () => void }): ReactNode {
  const t = useRedisTexts()
  const { connection, db } = database
  // Closed, the dialog ends what it has begun.
  const [aborter] = useState(() => new AbortController())
  useEffect(() => () => aborter.abort(), [aborter])
  // One per dialog: pressing again after a lost answer must not start a second job.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const bodyOf = ({ format, pattern }: Wanted) => ({
    lineId: connection.lineId,
    connectionId: connection.id,
    db,
    format,
    selection: selection.kind === 'pattern' ? { kind: 'pattern' as const, pattern } : selection,
  })
  const waited = (wanted: Wanted) =>
    callFile(
      exportKeys,
      { body: bodyOf(wanted) },
      { tag: 'redis:page.keys', told: 'form', signal: aborter.signal, timeoutMs: EXPORT_MS },
    )
  const started = (wanted: Wanted) =>
    call(
      startExport,
      { body: { ...bodyOf(wanted), idempotencyKey } },
      { tag: 'redis:page.keys', told: 'form', signal: aborter.signal, timeoutMs: EXPORT_MS },
    )
  const form = useZodForm({
    schema,
    initial: {
      format: 'jsonl' as const,
      pattern: selection.kind === 'pattern' ? selection.pattern : '*',
      way: 'now' as const,
    },
    send: async (wanted) =>
      wanted.way === 'now'
        ? { file: await waited(wanted), job: null }
        : { file: null, job: await started(wanted) },
    onSent: ({ file, job }, { format }) => {
      onClose()
      const name = exportName(connection.name, db)
      if (job === null) {
        saveKeys(file, name, format)
        toast.success(t('transfer.export.done'))
        return
      }
      const { jobId, keys } = job
      toast.message(redisText('keys.bulk.started', { count: keys }))
      const getFile = (): Promise<void> => saveExport({ lineId: connection.lineId, jobId }, name)
      followJob(sessionOf(database), { jobId, title: t('transfer.export.title'), keys, getFile })
    },
  })
  return (
    <Form form={form}>
      {selection.kind === 'pattern' ? (
        <TextField
          name="pattern"
          label={t('transfer.export.pattern')}
          help={t('transfer.export.patternHelp')}
          isMono
          isRequired
        />
      ) : (
        <What selection={selection} />
      )}
      <SelectField
        name="format"
        label={t('transfer.format.label')}
        help={t(`transfer.format.${form.values.format}Help`)}
        options={TRANSFER_FORMATS.map((value) => ({ value, label: t(`transfer.format.${value}`) }))}
      />
      <SelectField
        name="way"
        label={t('transfer.export.way')}
        help={t(`transfer.export.${form.values.way}Help`)}
        options={WAYS.map((value) => ({ value, label: t(`transfer.export.${value}`) }))}
      />
      <FormActions submitLabel={t('transfer.export.do')} onCancel={onClose} />
    </Form>
  )
}

/** Saves keys as a file: at once, which ends with the dialog, or by a job. */
export function openExport(database: OpenDatabase, selection: KeySelection): void {
  openDialog(({ close }) => <ExportForm database={database} selection={selection} onClose={close} />, {
    title: redisText('transfer.export.title'),
    width: 460,
  })
}
