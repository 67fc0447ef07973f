import { saveFile } from '@qd/web-base'
import { Allowed, callFile } from '@qd/web-calls'
import { FileExport } from '@qd/web-tables'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { auditExport } from '../../contract/index.ts'
import type { AuditFilter } from '../../contract/index.ts'
import { useAuditTexts } from '../texts.ts'
import styles from './export-menu.module.css'

/** A million rows take minutes. */
const TIMEOUT_MS = 30 * 60_000

/** Everything the filter finds, as a file. */
export function ExportMenu({ filter }: { filter: AuditFilter }): ReactNode {
  const t = useAuditTexts()
  return (
    <Allowed action={auditExport}>
      <FileExport
        label={t('export.title')}
        save={async (fileType, signal) => {
          const file = await callFile(
            auditExport,
            { body: { ...filter, fileType } },
            { tag: 'audit:export.title', told: 'toast', signal, timeoutMs: TIMEOUT_MS },
          )
          saveFile(`audit-${new Date().toISOString().slice(0, 10)}.${fileType}`, file)
        }}
      >
        <span className={styles.trigger}>
          <Download size={15} aria-hidden />
          <span className={styles.word}>{t('export.title')}</span>
        </span>
      </FileExport>
    </Allowed>
  )
}
