import { z } from '@qd/contract-kit'
import { formatQuantity, saveFile } from '@qd/web-base'
import { callFile } from '@qd/web-calls'
import { Form, FormActions, SelectField, TextField, useZodForm } from '@qd/web-forms'
import { openDialog, toast } from '@qd/web-frame'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { TRANSFER_FORMATS, exportKeys } from '../../contract/index.ts'
import type { KeySelection, TransferFormat } from '../../contract/index.ts'
import { shownBytes } from '../detail/model/bytes.ts'
import { redisText, useRedisTexts } from '../texts.ts'
import type { OpenDatabase } from '../workspace/workspace.ts'
import styles from './transfer.module.css'

/** A million keys take minutes. */
const TIMEOUT_MS = 60 * 60_000
const ENDINGS: Readonly<Record<TransferFormat, string>> = {
  jsonl: 'jsonl',
  commands: 'redis.txt',
  csv: 'csv',
  dump: 'dump.jsonl',
}
const schema = z.object({
  format: z.enum(TRANSFER_FORMATS),
  pattern: z.string().check(z.minLength(1), z.maxLength(1_000)),
})

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
          : t('transfer.export.what.keys', { count: formatQuantity(selection.keys.length) })}
    </p>
  )
}

function ExportForm({ database, selection, onClose }: Props & { onClose: () => void }): ReactNode {
  const t = useRedisTexts()
  const { connection, db } = database
  // Closed, the dialog ends what it has begun.
  const [aborter] = useState(() => new AbortController())
  useEffect(() => () => aborter.abort(), [aborter])
  const form = useZodForm({
    schema,
    initial: {
      format: 'jsonl' as const,
      pattern: selection.kind === 'pattern' ? selection.pattern : '*',
    },
    send: ({ format, pattern }) =>
      callFile(
        exportKeys,
        {
          body: {
            lineId: connection.lineId,
            connectionId: connection.id,
            db,
            format,
            selection: selection.kind === 'pattern' ? { kind: 'pattern', pattern } : selection,
          },
        },
        { tag: 'redis:page.keys', told: 'form', signal: aborter.signal, timeoutMs: TIMEOUT_MS },
      ),
    onSent: (file, { format }) => {
      const day = new Date().toISOString().slice(0, 10)
      const name = connection.name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
      saveFile(`${name}-db${db}-${day}.${ENDINGS[format]}`, file)
      toast.success(t('transfer.export.done'))
      onClose()
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
      <FormActions submitLabel={t('transfer.export.do')} onCancel={onClose} />
    </Form>
  )
}

/** Saves keys as a file; closing the dialog ends it. */
export function openExport(database: OpenDatabase, selection: KeySelection): void {
  openDialog(({ close }) => <ExportForm database={database} selection={selection} onClose={close} />, {
    title: redisText('transfer.export.title'),
    width: 460,
  })
}
