import { Button } from 'antd'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { inMegabytes } from './in-megabytes.ts'
import { useFilesTexts } from './texts.ts'
import { Upload, uploadFault } from './upload.ts'
import styles from './upload-row.module.css'

/** A file on its way to the console: how far it is, why it stands still, and the ways to go on or to end it. */
export function UploadRow(props: {
  file: File
  use: string
  onDone: (fileId: string) => void
  onCancel: () => void
}): ReactNode {
  const t = useFilesTexts()
  const [upload] = useState(() => new Upload(props.file, props.use))
  const { sent, error, fileId } = useSyncExternalStore(upload.subscribe, upload.view)
  const { size, name } = upload.file
  const fault = error === null ? '' : uploadFault(error, upload.file)
  const percent = size === 0 ? 100 : Math.floor((sent / size) * 100)
  const tell = useEffectEvent((id: string) => props.onDone(id))
  useEffect(() => {
    upload.start()
    return upload.pause
  }, [upload])
  useEffect(() => {
    if (fileId !== null) tell(fileId)
  }, [fileId])
  return (
    <div className={styles.row}>
      <div className={styles.head}>
        <span className={styles.name} title={name}>
          {name}
        </span>
        <span className={styles.size}>
          {t('progress', { sent: inMegabytes(sent), size: inMegabytes(size) })}
        </span>
        {fault === '' ? null : (
          <Button size="small" type="primary" onClick={upload.start}>
            {t('goOn')}
          </Button>
        )}
        <Button
          size="small"
          onClick={() => {
            upload.cancel()
            props.onCancel()
          }}
        >
          {t('cancel')}
        </Button>
      </div>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={`${t('title')}: ${name}`}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span style={{ width: `${percent}%` }} data-fault={fault !== ''} />
      </div>
      {fault === '' ? null : (
        <p role="alert" className={styles.fault}>
          {t('stopped', { reason: fault })}
        </p>
      )}
    </div>
  )
}
