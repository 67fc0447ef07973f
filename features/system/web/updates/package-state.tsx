import { formatQuantity } from '@qd/web-base'
import { CopyText } from '@qd/web-frame'
import type { ReactNode } from 'react'
import type { UpdateView } from '../../contract/index.ts'
import { useSystemTexts } from '../texts.ts'
import styles from './updates.module.css'

const MEGABYTE = 1_048_576
const inMegabytes = (bytes: number) => formatQuantity(Math.round((bytes / MEGABYTE) * 10) / 10)

/** How much of the package has come. */
export function Downloading({ view: { progress } }: { view: UpdateView }): ReactNode {
  const t = useSystemTexts()
  if (progress === null) return null
  const { done, total } = progress
  const percent = total === 0 ? 0 : Math.floor((done * 100) / total)
  return (
    <div className={styles.progress}>
      <span
        className={styles.bar}
        role="progressbar"
        aria-label={t('updates.progress')}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span style={{ width: `${percent}%` }} />
      </span>
      <span className={styles.amount}>
        {t('updates.amount', { percent, done: inMegabytes(done), total: inMegabytes(total) })}
      </span>
    </div>
  )
}

/** A line to be typed at the machine; the console itself runs nothing. */
export function Command({ text }: { text: string }): ReactNode {
  const t = useSystemTexts()
  return <CopyText text={text} label={t('updates.copy')} />
}

/** Where the package lies, and what a person does with it. */
export function DownloadedFile({ view: { file, release } }: { view: UpdateView }): ReactNode {
  const t = useSystemTexts()
  if (file === null) return null
  const command = release?.package?.command ?? ''
  return (
    <div className={styles.part}>
      <p>{t('restart.where', { machine: file.machine })}</p>
      <Command text={file.path} />
      <p>{t(command === '' ? 'restart.how' : 'restart.command')}</p>
      <Command text={command === '' ? 'systemctl restart quarterdeck' : command} />
      <p className={styles.hint}>
        {t('restart.nothingRuns')} {t('install.icon')}
      </p>
    </div>
  )
}
