import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { isCallError } from '@qd/web-base'
import { reportFailure } from '@qd/web-calls'
import { formatQuantity } from '@qd/web-base'
import { kitText, useKitText } from '@qd/web-base'
import { IconButton } from '@qd/web-controls'
import { saveFile } from '@qd/web-base'
import { toast } from '@qd/web-frame'
import type { DataColumn } from './data-column.ts'
import styles from './data-table.module.css'
import type { TableExport } from './data-table-props.ts'

interface Progress {
  done: number
  total?: number
}

async function exportRows<T>(
  source: TableExport<T>,
  columns: readonly DataColumn<T>[],
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<void> {
  const rows = await source.rows(signal, (done, total) =>
    onProgress(total === undefined ? { done } : { done, total }),
  )
  if (signal.aborted) return
  // Only those who export need it.
  const { toCsv } = await import('@qd/csv')
  const cells = columns.flatMap(({ title, text }) => (text === undefined ? [] : [{ title, text }]))
  saveFile(`${source.name}.csv`, toCsv(cells, rows, { hasBom: true }), 'text/csv')
  toast.success(kitText('table.exported', { count: rows.length }))
}

/** Downloads all rows of the filter as CSV; says how far it is and can be stopped. */
export function ExportButton<T>(props: {
  source: TableExport<T>
  columns: readonly DataColumn<T>[]
}): ReactNode {
  const t = useKitText()
  const [progress, setProgress] = useState<Progress | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const start = async () => {
    const controller = new AbortController()
    running.current = controller
    setProgress({ done: 0 })
    try {
      await exportRows(props.source, props.columns, controller.signal, setProgress)
    } catch (error) {
      // Giving up is no failure.
      if (controller.signal.aborted) return
      if (!isCallError(error)) throw error
      reportFailure(error)
    } finally {
      setProgress(null)
    }
  }
  if (progress === null) {
    return (
      <IconButton label={t('table.export')} onClick={() => void start()}>
        <Download size={15} />
      </IconButton>
    )
  }
  const { done, total } = progress
  return (
    <span className={styles.progress} role="status">
      {total === undefined
        ? t('table.exporting', { done: formatQuantity(done) })
        : t('table.exportingOf', { done: formatQuantity(done), total: formatQuantity(total) })}
      <button type="button" className={styles.link} onClick={() => running.current?.abort()}>
        {t('cancel')}
      </button>
    </span>
  )
}
