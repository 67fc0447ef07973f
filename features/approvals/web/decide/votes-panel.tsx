import { IconButton, Panel } from '@qd/web-controls'
import { useKitText } from '@qd/web-base'
import { useShortcut } from '@qd/web-frame'
import { History, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ReadRequest } from '../request/use-request.ts'
import { useApprovalsTexts } from '../texts.ts'
import { CommentBox } from './comment-box.tsx'
import { DecisionBox } from './decision-box.tsx'
import styles from './decide.module.css'
import { RequestHistory } from './request-history.tsx'

/** The right column: what was said and decided above, the reader's own decision below. */
export function VotesPanel({ read, onClose }: { read: ReadRequest; onClose?: () => void }): ReactNode {
  const t = useApprovalsTexts()
  const kit = useKitText()
  const { request } = read
  useShortcut(
    'c',
    () => document.querySelector<HTMLElement>(`[data-comment="${CSS.escape(request?.id ?? '')}"]`)?.focus(),
    { label: t('comment.title'), group: t('title'), isOn: request?.may.comment === true },
  )
  if (request === undefined) return null
  return (
    <div className={styles.column}>
      <Panel
        title={t('votes.title')}
        icon={<History size={15} aria-hidden />}
        count={request.votes.length + request.comments.length}
        className={styles.votes}
        {...(onClose === undefined
          ? {}
          : {
              actions: (
                <IconButton label={kit('close')} onClick={onClose}>
                  <X size={15} aria-hidden />
                </IconButton>
              ),
            })}
      >
        <RequestHistory request={request} />
        {request.may.comment ? <CommentBox id={request.id} /> : null}
      </Panel>
      <DecisionBox key={`${request.id}.${request.revision}`} read={read} request={request} />
    </div>
  )
}
