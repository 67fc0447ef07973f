import { IconButton, LoadingRows, Panel, SegmentedControl, Tag } from '@qd/web-controls'
import { ErrorState } from '@qd/web-frame'
import { useKitText } from '@qd/web-base'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { ApprovalDetail } from '../../contract/index.ts'
import { CommentBox } from '../decide/comment-box.tsx'
import { NewerNotice, WhyNot } from '../decide/decision-box.tsx'
import { ExcludedPeople } from '../decide/excluded-people.tsx'
import { ProofRow } from '../decide/proof-row.tsx'
import { RequestHistory } from '../decide/request-history.tsx'
import { RunActions } from '../decide/run-actions.tsx'
import { RiskWord } from '../parts/risk-word.tsx'
import { StandingTag } from '../parts/standing-tag.tsx'
import { PreviewBlock } from '../preview/preview-block.tsx'
import { Bases, Conflicts, Seal } from '../request/request-body.tsx'
import { CompareButton, RequestMenu } from '../request/request-panel.tsx'
import { RunResult } from '../request/run-result.tsx'
import { Stages } from '../request/stages.tsx'
import type { ReadRequest } from '../request/use-request.ts'
import { useApprovalsTexts } from '../texts.ts'
import { PhoneBar } from './phone-bar.tsx'
import styles from './phone.module.css'
import { PlaceStrip } from './place-strip.tsx'

type Part = 'essence' | 'checks' | 'sample' | 'course'

function PartBody({ part, request }: { part: Part; request: ApprovalDetail }): ReactNode {
  const t = useApprovalsTexts()
  const blocks = request.preview.filter(({ kind }) =>
    part === 'checks'
      ? kind === 'checks'
      : part === 'sample'
        ? kind === 'sample'
        : kind !== 'checks' && kind !== 'sample',
  )
  if (part === 'course') {
    return (
      <>
        <RequestHistory request={request} />
        {request.may.comment ? <CommentBox id={request.id} /> : null}
        <ProofRow request={request} />
      </>
    )
  }
  return (
    <>
      {blocks.map((block, index) => (
        <PreviewBlock key={`${block.kind}${index}`} block={block} />
      ))}
      {part === 'essence' ? (
        <>
          <p className={styles.reason}>
            <span>{t('request.reason')} </span>
            {request.reason}
          </p>
          <Stages request={request} />
          <ExcludedPeople request={request} />
        </>
      ) : null}
      {part === 'checks' ? <Bases request={request} /> : null}
    </>
  )
}

function usePartSegments(request: ApprovalDetail) {
  const t = useApprovalsTexts()
  const warned = request.preview.flatMap((block) =>
    block.kind === 'checks' ? block.rows.filter(({ state }) => state === 'warn') : [],
  ).length
  const hasSample = request.preview.some(({ kind }) => kind === 'sample')
  const said = request.votes.length + request.comments.length
  return [
    { value: 'essence' as const, label: t('phone.essence') },
    {
      value: 'checks' as const,
      label: (
        <>
          {t('preview.checks')} {warned === 0 ? null : <Tag tone="warn">{warned}</Tag>}
        </>
      ),
    },
    ...(hasSample ? [{ value: 'sample' as const, label: t('preview.sample') }] : []),
    { value: 'course' as const, label: `${t('phone.course')} ${said === 0 ? '' : said}`.trim() },
  ]
}

function Whole({
  read,
  request,
  onBack,
}: {
  read: ReadRequest
  request: ApprovalDetail
  onBack: () => void
}) {
  const t = useApprovalsTexts()
  const [part, setPart] = useState<Part>('essence')
  const segments = usePartSegments(request)
  return (
    <div className={styles.page}>
      <div className={styles.scroll}>
        <section className={styles.card} aria-label={t('request.title')}>
          <header className={styles.head}>
            <IconButton label={t('phone.back')} onClick={onBack} className={styles.back}>
              <ArrowLeft size={18} aria-hidden />
            </IconButton>
            <h1>
              <bdi>{request.title}</bdi>
            </h1>
            <RequestMenu request={request} />
          </header>
          <p className={styles.line}>
            <Tag>{t('request.revision', { revision: request.revision })}</Tag>
            <StandingTag of={request} />#{request.number} · {request.typeTitle} · {request.author.name} ·{' '}
            <RiskWord risk={request.risk} />
            <CompareButton request={request} />
          </p>
        </section>
        <PlaceStrip request={request} />
        {read.newer === null ? null : <NewerNotice read={read} newer={read.newer} />}
        <section className={styles.card} aria-label={t('seal.label')}>
          <Seal request={request} />
          <Conflicts request={request} />
          <RunResult request={request} />
          <WhyNot request={request} />
          <RunActions request={request} />
        </section>
        <SegmentedControl<Part>
          label={t('request.title')}
          value={part}
          segments={segments}
          onChange={setPart}
          isBlock
        />
        <section className={styles.card}>
          <PartBody part={part} request={request} />
        </section>
      </div>
      <PhoneBar read={read} request={request} />
    </div>
  )
}

/** A request on a phone: place always in view, one part at a time, decisions at the thumb. */
export function PhoneRequest({ read, onBack }: { read: ReadRequest; onBack: () => void }): ReactNode {
  const t = useApprovalsTexts()
  const kit = useKitText()
  const { request, error, reload } = read
  if (request !== undefined) return <Whole read={read} request={request} onBack={onBack} />
  return (
    <Panel
      label={t('request.title')}
      title={t('request.title')}
      className={styles.waiting}
      actions={
        <IconButton label={t('phone.back')} title={kit('close')} onClick={onBack}>
          <ArrowLeft size={16} aria-hidden />
        </IconButton>
      }
    >
      {error === null ? (
        <LoadingRows rows={8} rowHeight={48} />
      ) : (
        <ErrorState error={error} onRetry={reload} />
      )}
    </Panel>
  )
}
