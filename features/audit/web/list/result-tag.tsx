import { Tag } from '@qd/web-controls'
import type { Tone } from '@qd/web-controls'
import type { ReactNode } from 'react'
import type { AuditListEntry, AuditResultName } from '../../contract/index.ts'
import { useAuditTexts } from '../texts.ts'

const TONES: Record<AuditResultName, Tone> = {
  ok: 'ok',
  refused: 'warn',
  failed: 'error',
  unknown: 'error',
  running: 'theme',
}

/** How it ended; the code of a refusal is its tooltip. */
export function ResultTag({
  entry,
}: {
  entry: Pick<AuditListEntry, 'result' | 'code' | 'status'>
}): ReactNode {
  const t = useAuditTexts()
  const { result, code, status } = entry
  const title = result === 'ok' || status === null ? undefined : `${status} ${code}`
  return (
    <Tag tone={TONES[result]} title={title}>
      {t(`result.${result}`)}
    </Tag>
  )
}
