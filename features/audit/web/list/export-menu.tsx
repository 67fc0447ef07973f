import { isCallError, saveFile } from '@qd/web-base'
import { Allowed, callFile } from '@qd/web-calls'
import { MenuButton } from '@qd/web-controls'
import { toast } from '@qd/web-frame'
import { Button } from 'antd'
import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { auditExport } from '../../contract/index.ts'
import type { AuditFilter } from '../../contract/index.ts'
import { useAuditTexts } from '../texts.ts'
import styles from './export-menu.module.css'

type Format = 'csv' | 'jsonl'

/** A million rows take minutes. */
const TIMEOUT_MS = 30 * 60_000

function nameOf(format: Format): string {
  return `audit-${new Date().toISOString().slice(0, 10)}.${format}`
}

/** Everything the filter finds, as a file; while it is made the button gives it up. */
export function ExportMenu({ filter }: { filter: AuditFilter }): ReactNode {
  const t = useAuditTexts()
  const [running, setRunning] = useState<AbortController | null>(null)
  const current = useRef<AbortController | null>(null)
  useEffect(() => () => current.current?.abort(), [])
  const start = async (format: Format) => {
    const aborter = new AbortController()
    current.current = aborter
    setRunning(aborter)
    try {
      const options = {
        tag: 'audit:export.title',
        told: 'toast',
        signal: aborter.signal,
        timeoutMs: TIMEOUT_MS,
      } as const
      const file = await callFile(auditExport, { body: { ...filter, fileType: format } }, options)
      saveFile(nameOf(format), file)
      toast.success(t('export.done'))
    } catch (error) {
      if (!isCallError(error)) throw error
    } finally {
      setRunning(null)
    }
  }
  return (
    <Allowed action={auditExport}>
      {running === null ? (
        <MenuButton
          label={t('export.title')}
          items={(['csv', 'jsonl'] as const).map((format) => ({
            key: format,
            label: t(`export.${format}`),
            onSelect: () => void start(format),
          }))}
        >
          <span className={styles.trigger}>
            <Download size={15} aria-hidden />
            <span className={styles.word}>{t('export.title')}</span>
          </span>
        </MenuButton>
      ) : (
        <Button loading onClick={() => running.abort()}>
          {t('export.cancel')}
        </Button>
      )}
    </Allowed>
  )
}
