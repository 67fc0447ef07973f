import type { LineRef } from '@qd/web-calls'
import { IconButton } from '@qd/web-controls'
import { FileButton, Slot } from '@qd/web-frame'
import { Button } from 'antd'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { MAIL_FILES_MAX, MAIL_FILE_BYTES, MAIL_FILE_USE } from '../../contract/index.ts'
import styles from '../editor/mail-editor.module.css'
import type { MailDraftState } from '../editor/use-mail-draft.ts'
import { quietly } from '../parts/quietly.ts'
import { useMailTexts } from '../texts.ts'
import { columnFault } from './chosen-columns.ts'
import { ColumnChoice } from './column-choice.tsx'
import blockStyles from './import-block.module.css'
import { ImportResult } from './import-result.tsx'
import { useImport } from './use-import.ts'

interface Reading {
  given: ReturnType<typeof useImport>
  onRead: (reading: Promise<unknown>) => void
}

/** A file that fits a form: read at once, or with columns that somebody chooses. */
function FormFile({ file, given, onRead }: Reading & { file: File }): ReactNode {
  const t = useMailTexts()
  return (
    <>
      <p className={styles.hint}>{t('import.byNames', { name: file.name })}</p>
      <div className={styles.row}>
        <Button type="primary" loading={given.isReading} onClick={() => onRead(given.readForm(file))}>
          {t('import.read')}
        </Button>
        <Button disabled={given.isReading} onClick={given.chooseColumns}>
          {t('import.chooseColumns')}
        </Button>
        <Button disabled={given.isReading} onClick={given.forget}>
          {t('import.forget')}
        </Button>
      </div>
    </>
  )
}

function SentFiles({ given, isReadable, onRead }: Reading & { isReadable: boolean }): ReactNode {
  const t = useMailTexts()
  const { table, sent } = given
  return (
    <>
      <ul className={blockStyles.files}>
        {sent.map(({ fileId, name }) => (
          <li key={fileId}>
            <bdi>{name}</bdi>
            <IconButton isSmall label={t('import.drop', { name })} onClick={() => given.drop(fileId)}>
              <X size={14} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      {table === null ? null : (
        <>
          <ColumnChoice {...table} onChange={given.setColumns} />
          <div className={styles.row}>
            <Button
              type="primary"
              loading={given.isReading}
              disabled={!isReadable || given.upload !== null || columnFault(table.columns) !== null}
              onClick={() => onRead(given.readFiles(table.columns))}
            >
              {t('import.read')}
            </Button>
            <Button disabled={given.isReading} onClick={given.forget}>
              {t('import.forget')}
            </Button>
          </div>
        </>
      )}
    </>
  )
}

/** Type 4: players from files; several are read as one list, larger ones are sent in parts. */
export function ImportBlock(props: { line: LineRef; state: MailDraftState; isReadOnly: boolean }): ReactNode {
  const t = useMailTexts()
  const { line, state, isReadOnly } = props
  const given = useImport(line, state)
  const { upload, form, sent } = given
  const { recipients } = state.base
  const result = useRef<HTMLDivElement>(null)
  const [reads, setReads] = useState(0)
  // The button that was pressed is gone: what came of it takes its place.
  useEffect(() => {
    if (reads > 0) result.current?.focus()
  }, [reads])
  const readThen = (reading: Promise<unknown>) =>
    quietly(reading.then(() => setReads((before) => before + 1)))
  return (
    <div className={blockStyles.block}>
      {recipients === null ? null : (
        <ImportResult ref={result} line={line} id={state.base.id} set={recipients} />
      )}
      {form === null || state.isChanged ? null : <FormFile file={form} given={given} onRead={readThen} />}
      {sent.length === 0 ? null : <SentFiles given={given} isReadable={!state.isChanged} onRead={readThen} />}
      {upload === null ? null : (
        <Slot
          key={`${sent.length} ${upload.name}`}
          name="fileUpload"
          values={{
            file: upload,
            use: MAIL_FILE_USE,
            onDone: (fileId: string) => quietly(given.arrived(fileId, upload.name)),
            onCancel: given.skip,
          }}
        />
      )}
      {state.isChanged ? <p className={styles.hint}>{t('import.saveFirst')}</p> : null}
      {isReadOnly || state.isChanged || given.count >= MAIL_FILES_MAX ? null : (
        <div className={styles.start}>
          <FileButton
            size="small"
            label={t(given.count === 0 ? 'import.file' : 'import.more')}
            accept=".csv,.txt,.tsv,.xlsx,.gz"
            isMultiple
            mostBytes={MAIL_FILE_BYTES}
            onFile={given.add}
          />
        </div>
      )}
    </div>
  )
}
