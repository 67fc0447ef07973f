import { readAudit } from '@qd/audit/contract'
import { playerAddress, useMay } from '@qd/web-calls'
import { copyAloud } from '@qd/web-frame'
import { Button } from 'antd'
import { Link as LinkIcon, RefreshCw, ScrollText, TriangleAlert, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { TimelineEntry } from '../../contract/index.ts'
import { useEditorPlace } from '../state/editor-context.ts'
import { useEditTexts } from '../texts.ts'
import { auditAddress } from './audit-address.ts'
import { isUnknown, jobOf, unknownOf } from './entry-words.ts'
import { useAsk } from './use-ask.ts'
import { ENTRY_PARAM } from './use-entry-in-address.ts'
import styles from './entry.module.css'

/** The address of exactly this entry, as others open it. */
function useEntryLink(id: string): string {
  const { uId, rightsAt } = useEditorPlace()
  const address = `${playerAddress({ uId, game: rightsAt.game ?? '' })}&${ENTRY_PARAM}=${encodeURIComponent(id)}`
  return `${window.location.href.split('#')[0]}#${address}`
}

/** No answer was heard: what that may mean, and the question to the game. */
export function UnknownLine({ entry }: { entry: TimelineEntry }): ReactNode {
  const t = useEditTexts()
  const { canEdit } = useEditorPlace()
  const edits = unknownOf(entry)
  const { isAsking, failure, ask } = useAsk(edits)
  if (!isUnknown(entry)) return null
  return (
    <div className={styles.unknown}>
      <p>
        <TriangleAlert size={13} aria-hidden /> {t('timeline.mayHold')}{' '}
        {failure === '' ? null : <span role="status">{t('unknown.again.still', { reason: failure })}</span>}
      </p>
      {canEdit && edits.length > 0 ? (
        <Button size="small" icon={<RefreshCw size={12} aria-hidden />} loading={isAsking} onClick={ask}>
          {t('timeline.ask')}
        </Button>
      ) : null}
    </div>
  )
}

/** The reason, and what can be done with an entry. */
export function EntryFoot({
  entry,
  onUndo,
}: {
  entry: TimelineEntry
  onUndo: (() => void) | null
}): ReactNode {
  const t = useEditTexts()
  const { uId, rightsAt } = useEditorPlace()
  const link = useEntryLink(entry.id)
  // The rows of a job are in the audit as the job.
  const canAudit = useMay(readAudit, rightsAt) && jobOf(entry) === null
  return (
    <div className={styles.foot}>
      <bdi className={styles.reason} title={entry.reason}>
        {entry.reason}
      </bdi>
      {onUndo === null ? null : (
        <Button size="small" icon={<Undo2 size={12} aria-hidden />} onClick={onUndo}>
          {t('undo.action')}
        </Button>
      )}
      {canAudit ? (
        <Link className={styles.action} to={auditAddress({ actorId: entry.actorId, uId, at: entry.at })}>
          <ScrollText size={13} aria-hidden /> {t('latest.audit')}
        </Link>
      ) : null}
      <button type="button" className={styles.action} onClick={() => void copyAloud(link)}>
        <LinkIcon size={13} aria-hidden /> {t('timeline.link')}
      </button>
    </div>
  )
}
