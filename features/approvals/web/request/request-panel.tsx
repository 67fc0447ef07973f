import { LoadingRows, Kbd, MenuButton, Panel, Tag } from '@qd/web-controls'
import { EmptyState, ErrorState } from '@qd/web-frame'
import { Button } from 'antd'
import { Ellipsis, FileQuestion, GitCompareArrows } from 'lucide-react'
import type { ReactNode } from 'react'
import { openCompare } from '../compare/compare-dialog.tsx'
import { StandingTag } from '../parts/standing-tag.tsx'
import { TypeIcon } from '../parts/type-icon.tsx'
import { momentText } from '../parts/words.ts'
import { useApprovalsTexts } from '../texts.ts'
import type { ApprovalDetail } from '../../contract/index.ts'
import { Conflicts, Facts, Preview, Seal } from './request-body.tsx'
import styles from './request.module.css'
import { RunResult } from './run-result.tsx'
import { Stages } from './stages.tsx'
import type { ReadRequest } from './use-request.ts'
import { useRequestItems } from './use-request-items.tsx'

export function CompareButton({ request }: { request: ApprovalDetail }): ReactNode {
  const t = useApprovalsTexts()
  const { revision } = request
  if (revision < 2) return null
  return (
    <Button
      size="small"
      icon={<GitCompareArrows size={13} aria-hidden />}
      onClick={() => openCompare(request.id, revision - 1, revision)}
    >
      {t('compare.with', { revision: revision - 1 })}
    </Button>
  )
}

export function RequestMenu({ request }: { request: ApprovalDetail }): ReactNode {
  const t = useApprovalsTexts()
  const items = useRequestItems(request)
  return (
    <MenuButton label={t('request.more')} items={items}>
      <Ellipsis size={16} aria-hidden />
    </MenuButton>
  )
}

/** A request as it is approved, drawn from its stored revision alone. */
export function RequestContent({ request }: { request: ApprovalDetail }): ReactNode {
  const t = useApprovalsTexts()
  return (
    <>
      <Facts request={request} />
      <Seal request={request} />
      <Conflicts request={request} />
      <Stages request={request} />
      <RunResult request={request} />
      <p className={styles.reason}>
        <span>{t('request.reason')} </span>
        {request.reason}
      </p>
      <Preview request={request} />
    </>
  )
}

function Foot({ request }: { request: ApprovalDetail }): ReactNode {
  const t = useApprovalsTexts()
  const handedIn = request.revisions.find(({ revision }) => revision === request.revision)
  const at = momentText(handedIn?.at ?? request.createdAt)
  return (
    <>
      <span>{t('request.foot', { revision: request.revision, at })}</span>
      {request.isToDecide ? (
        <span className={styles.keys} aria-hidden>
          <Kbd>A</Kbd>
          {t('decide.approve')}
          <Kbd>R</Kbd>
          {t('decide.reject')}
          <Kbd>C</Kbd>
          {t('comment.title')}
        </span>
      ) : null}
    </>
  )
}

/** The request in the middle, or why there is none. */
export function RequestPanel({ read, isChosen }: { read: ReadRequest; isChosen: boolean }): ReactNode {
  const t = useApprovalsTexts()
  const { request, error, reload } = read
  if (request === undefined) {
    return (
      <Panel label={t('request.title')} className={styles.panel}>
        {error !== null ? (
          <ErrorState error={error} onRetry={reload} />
        ) : isChosen ? (
          <LoadingRows rows={10} rowHeight={48} />
        ) : (
          <EmptyState icon={<FileQuestion />} title={t('request.none')} hint={t('request.noneHint')} />
        )}
      </Panel>
    )
  }
  return (
    <Panel
      label={t('request.title')}
      title={
        <span className={styles.heading}>
          <bdi title={request.title}>{request.title}</bdi>
          <span className={styles.number}>#{request.number}</span>
          <Tag>{t('request.revision', { revision: request.revision })}</Tag>
          <StandingTag of={request} />
        </span>
      }
      icon={<TypeIcon type={request.type} />}
      actions={
        <>
          <CompareButton request={request} />
          <RequestMenu request={request} />
        </>
      }
      status={<Foot request={request} />}
      className={styles.panel}
    >
      <RequestContent request={request} />
    </Panel>
  )
}
