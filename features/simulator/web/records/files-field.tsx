import { IconButton } from '@qd/web-controls'
import { useField } from '@qd/web-forms'
import { FileButton } from '@qd/web-frame'
import { X } from 'lucide-react'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import { RECORD_DEFINITION_BYTES } from '../../contract/index.ts'
import { useSimulatorTexts } from '../texts.ts'
import type { ProtoFile } from './record-draft.ts'
import styles from './records.module.css'

/** The .proto files of a record; one of the same name takes the place of the one before. */
export function FilesField(): ReactNode {
  const t = useSimulatorTexts()
  const { value, error, set } = useField('files')
  const files = value as readonly ProtoFile[]
  // Several files are read one after the other, before the page is drawn again.
  const latest = useRef(files)
  const change = (next: readonly ProtoFile[]) => {
    latest.current = next
    set(next)
  }
  const add = async (file: File) => {
    const text = await file.text()
    change([...latest.current.filter(({ path }) => path !== file.name), { path: file.name, text }])
  }
  return (
    <div className={styles.field}>
      <FileButton
        size="small"
        label={t('records.addFiles')}
        accept=".proto"
        mostBytes={RECORD_DEFINITION_BYTES}
        isMultiple
        onFile={add}
      />
      <p className={styles.hint}>{t('records.filesHint')}</p>
      {files.length === 0 ? null : (
        <ul className={styles.files} aria-label={t('records.files')}>
          {files.map(({ path }) => (
            <li key={path}>
              <code>{path}</code>
              <IconButton
                isSmall
                label={t('records.removeFile', { name: path })}
                onClick={() => change(latest.current.filter((each) => each.path !== path))}
              >
                <X size={13} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {error === undefined ? null : (
        <p role="alert" className={styles.fault}>
          {error}
        </p>
      )}
    </div>
  )
}
