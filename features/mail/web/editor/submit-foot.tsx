import type { RouteReply } from '@qd/contract-kit'
import type { CallError } from '@qd/web-base'
import { goTo, useIsMobile } from '@qd/web-base'
import { call, useMay } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import { Slot, openConfirm } from '@qd/web-frame'
import { Button, Input } from 'antd'
import type { InputRef } from 'antd'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode, Ref } from 'react'
import { mailRelease, mailSendApproval } from '../../contract/index.ts'
import type { mailChecks } from '../../contract/index.ts'
import { isOpenRequest } from '../parts/is-open-request.ts'
import { atLine, mailAddress } from '../parts/line-ref.ts'
import { refreshMails } from '../parts/refresh-mails.ts'
import { RequestLink } from '../parts/request-link.tsx'
import { unlessLeft } from '../parts/unless-left.ts'
import { useMailTexts } from '../texts.ts'
import styles from './mail-editor.module.css'
import type { MailDraftState } from './use-mail-draft.ts'

type Found = RouteReply<typeof mailChecks>

interface FootProps {
  line: LineRef
  state: MailDraftState
  /** What the checks found; undefined while they run, or where they could not be read. */
  found: Found | undefined
  error: CallError | null
  reason: Ref<InputRef>
}

type SubmitProps = FootProps & {
  /** Somebody else has to agree first. */
  isAsked: boolean
}

/** What is in the way of sending first, in words; null where nothing is. */
function causeOf(
  { state, found, error }: Omit<FootProps, 'line' | 'reason'>,
  reason: string,
  t: ReturnType<typeof useMailTexts>,
): string | null {
  if (state.isChanged) return t(state.isWrong ? 'checks.wrong' : 'checks.first')
  if (found === undefined) return error === null ? t('checks.running') : error.message
  return found.blockedBy ?? (reason.trim() === '' ? t('checks.reason') : null)
}

function SubmitForm(props: SubmitProps): ReactNode {
  const { line, state, found, error, reason: reasonBox, isAsked } = props
  const t = useMailTexts()
  const { base } = state
  const [reason, setReason] = useState('')
  // The same send, however often its button is pressed.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const cause = causeOf({ state, found, error }, reason, t)
  const action = t(isAsked ? 'submitToApprove' : 'submit')
  const text = t(isAsked ? 'submitToApproveAsk' : 'submitAsk')
  const release = async () => {
    const isSent = await unlessLeft(
      call(
        mailRelease,
        {
          query: atLine(line),
          body: {
            id: base.id,
            revision: base.revision,
            contentHash: base.contentHash,
            ...(base.recipients === null ? {} : { recipientsHash: base.recipients.hash }),
            reason: reason.trim(),
            idempotencyKey,
          },
        },
        { tag: 'mail:submit', told: 'form' },
      ),
    )
    refreshMails()
    if (isSent) goTo(mailAddress(base.id))
    else await state.reload()
  }
  return (
    <form
      aria-label={action}
      onSubmit={(event) => {
        event.preventDefault()
        // Where it is handed in, another dialog is called by that.
        openConfirm({ title: t('submit'), text, action, run: release })
      }}
    >
      <Input
        ref={reasonBox}
        aria-label={t('reason')}
        placeholder={t('reason')}
        maxLength={200}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <p className={styles.cause} role="status">
        {cause === null ? null : (
          <>
            <TriangleAlert size={13} aria-hidden />
            <span>{cause}</span>
          </>
        )}
      </p>
      <Button type="primary" danger block htmlType="submit" disabled={cause !== null}>
        {action}
      </Button>
    </form>
  )
}

/** The way out of a draft, in sight however long its checks are: who decides, the reason, what is in the way, and sending. */
export function SubmitFoot(props: FootProps): ReactNode {
  const t = useMailTexts()
  const { line, state, found } = props
  const { approval, isTemplate } = state.base
  const isMobile = useIsMobile()
  const maySend = useMay(mailRelease)
  // As the page of approvals knows it, once the checks have said what is weighed.
  const [needsApproval, setNeedsApproval] = useState(false)
  const isAsked = approval !== null && isOpenRequest(approval)
  const canGo = maySend && !isTemplate && !isAsked
  if (!canGo && approval === null) return null
  return (
    <footer className={styles.foot} data-foot={isMobile ? 'tall' : undefined}>
      {approval === null ? null : (
        <section className={styles.asked} aria-label={t('approval')}>
          <h3>{t('approval')}</h3>
          <RequestLink request={approval} />
          {isAsked ? <p className={styles.hint}>{t('withdraw.hint')}</p> : null}
        </section>
      )}
      {canGo && found !== undefined ? (
        <Slot
          name="approvers"
          values={{
            ...atLine(line),
            type: mailSendApproval.type,
            risk: found.risk,
            value: found.value,
            effects: found.effects,
            onKnown: setNeedsApproval,
          }}
        />
      ) : null}
      {canGo ? <SubmitForm {...props} isAsked={needsApproval} /> : null}
    </footer>
  )
}
