import { formatAgo } from '@qd/web-base'
import { useNow } from '@qd/web-controls'
import { Drawer } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { ApprovalDetail } from '../../contract/index.ts'
import { mayDecide } from '../decide/decision-box.tsx'
import { DecisionForm } from '../decide/decision-form.tsx'
import { CHOICES } from '../decide/use-decision.ts'
import type { Choice } from '../decide/use-decision.ts'
import { shortHash } from '../parts/words.ts'
import { PreviewBlock } from '../preview/preview-block.tsx'
import type { ReadRequest } from '../request/use-request.ts'
import { useApprovalsTexts } from '../texts.ts'
import { PlaceStrip } from './place-strip.tsx'
import styles from './phone.module.css'

function Sheet(props: {
  request: ApprovalDetail
  choice: Choice | null
  isLocked: boolean
  onClose: () => void
}): ReactNode {
  const t = useApprovalsTexts()
  const { request, choice } = props
  const totals = request.preview.filter(({ kind }) => kind === 'totals')
  return (
    <Drawer
      open={choice !== null}
      placement="bottom"
      size="auto"
      onClose={props.onClose}
      title={choice === null ? '' : t(`decide.${choice}`)}
      styles={{ body: { padding: 0 }, wrapper: { maxHeight: '92vh' } }}
      destroyOnHidden
    >
      <div className={styles.sheet}>
        <PlaceStrip request={request} />
        <p className={styles.line}>
          {request.title} · {t('request.revision', { revision: request.revision })}
        </p>
        {totals.map((block, index) => (
          <PreviewBlock key={index} block={block} />
        ))}
        <p className={styles.line}>
          {t('seal.hash')} <code>{shortHash(request.hash)}</code>
        </p>
        <div className={styles.sheetForm}>
          <DecisionForm request={request} choice={choice} isLocked={props.isLocked} onDone={props.onClose} />
        </div>
      </div>
    </Drawer>
  )
}

const ORDER: readonly Choice[] = CHOICES.toReversed()

/** The decisions, always in reach; each opens a sheet that says once more what is decided. */
export function PhoneBar({ read, request }: { read: ReadRequest; request: ApprovalDetail }): ReactNode {
  const t = useApprovalsTexts()
  const now = useNow(60_000)
  const [choice, setChoice] = useState<Choice | null>(null)
  if (!mayDecide(request)) return null
  return (
    <footer className={styles.bar} data-foot="tall">
      <p className={styles.hint}>
        <span>{t(request.asksProof ? 'phone.hintProof' : 'phone.hint')}</span>
        {request.expiresAt === null ? null : (
          <span>{`${t('decide.expires')} ${formatAgo(request.expiresAt, now)}`}</span>
        )}
      </p>
      <div className={styles.buttons}>
        {ORDER.filter((each) => request.may[each]).map((each) => (
          <button
            key={each}
            type="button"
            data-choice={each}
            data-production={request.environment === 'production'}
            disabled={read.newer !== null}
            onClick={() => setChoice(each)}
          >
            {each === 'approve' ? t('phone.approve', { revision: request.revision }) : t(`decide.${each}`)}
          </button>
        ))}
      </div>
      <Sheet
        request={request}
        choice={choice}
        isLocked={read.newer !== null}
        onClose={() => setChoice(null)}
      />
    </footer>
  )
}
