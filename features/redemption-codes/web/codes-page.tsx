import { useSelectedLine } from '@qd/web-calls'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { BatchPage } from './detail/batch-page.tsx'
import { BatchList } from './list/batch-list.tsx'
import { LookUp } from './lookup/look-up.tsx'
import styles from './parts/parts.module.css'

/** Batches of the chosen line and the look-up of one code, or one batch. */
export default function CodesPage(): ReactNode {
  const line = useSelectedLine()
  const [search, setSearch] = useSearchParams()
  const batchId = search.get('batch')
  const open = (id: string | null) =>
    setSearch((before) => {
      const next = new URLSearchParams(before)
      if (id === null) next.delete('batch')
      else next.set('batch', id)
      return next
    })
  if (line === null) return null
  if (batchId !== null) {
    return <BatchPage key={batchId} line={line} batchId={batchId} onBack={() => open(null)} />
  }
  return (
    <div className={styles.list}>
      <BatchList line={line} onOpen={open} />
      <LookUp lineId={line.lineCode} onOpen={open} />
    </div>
  )
}
