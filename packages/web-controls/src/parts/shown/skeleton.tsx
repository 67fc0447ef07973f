import type { ReactNode } from 'react'
import { useKitText } from '@qd/web-base'
import styles from './skeleton.module.css'

/** A grey bar of the real size of what will stand there. */
export function Skeleton({
  width = '100%',
  height = 12,
}: {
  width?: number | string
  height?: number
}): ReactNode {
  return <span className={styles.bar} style={{ width, height }} aria-hidden />
}

const WIDTHS = ['62%', '48%', '71%', '55%', '66%']

export function LoadingRows({ rows = 6, rowHeight = 32 }: { rows?: number; rowHeight?: number }): ReactNode {
  const t = useKitText()
  return (
    <div role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_row, index) => (
        <div key={index} className={styles.row} style={{ height: rowHeight }}>
          <Skeleton width={WIDTHS[index % WIDTHS.length]} />
        </div>
      ))}
    </div>
  )
}
