import { textOf } from '@qd/web-base'
import { call, queryClient, queryKeyOf, useCall, useMay } from '@qd/web-calls'
import { LoadingRows, Tag } from '@qd/web-controls'
import { openReasonDialog } from '@qd/web-forms'
import { CopyButton, EmptyState, ErrorState, NoPermission, toast } from '@qd/web-frame'
import { Button } from 'antd'
import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { proofKeyList, proofKeyRenew, proofKeyRevoke } from '../../contract/index.ts'
import type { ProofKeyView } from '../../contract/index.ts'
import { momentText } from '../parts/words.ts'
import { useApprovalsTexts } from '../texts.ts'
import type { ApprovalsTexts } from '../texts.ts'
import { ManageFrame } from './manage-frame.tsx'
import styles from './manage.module.css'

const TONES = { active: 'ok', retired: 'neutral', revoked: 'error' } as const

function changed(): void {
  void queryClient.invalidateQueries({ queryKey: queryKeyOf(proofKeyList) })
  toast.success(textOf('approvals', 'proofKey.done'))
}

/** `fingerprint` of the active key; empty: there is none. */
const openRenew = (fingerprint: string) =>
  openReasonDialog({
    title: textOf('approvals', fingerprint === '' ? 'proofKey.make' : 'proofKey.renew'),
    text: textOf('approvals', fingerprint === '' ? 'proofKey.makeText' : 'proofKey.renewText'),
    action: textOf('approvals', fingerprint === '' ? 'proofKey.make' : 'proofKey.renew'),
    run: async (reason) => {
      await call(
        proofKeyRenew,
        { body: { fingerprint, reason } },
        { tag: 'approvals:proofKey.title', told: 'toast' },
      )
      changed()
    },
  })

const openRevoke = (fingerprint: string) =>
  openReasonDialog({
    title: textOf('approvals', 'proofKey.revoke'),
    text: textOf('approvals', 'proofKey.revokeText'),
    action: textOf('approvals', 'proofKey.revoke'),
    run: async (reason) => {
      await call(
        proofKeyRevoke,
        { body: { fingerprint, reason } },
        { tag: 'approvals:proofKey.title', told: 'toast' },
      )
      changed()
    },
  })

function spanText({ madeAt, endedAt, from, to }: ProofKeyView, t: ApprovalsTexts): string {
  const row = (seq: number | null) => (seq === null ? '?' : String(seq))
  const start = { at: momentText(madeAt), from: row(from) }
  return endedAt === null
    ? t('proofKey.from', start)
    : t('proofKey.span', { ...start, until: momentText(endedAt), to: row(to) })
}

function KeyRow({ proofKey, mayEdit }: { proofKey: ProofKeyView; mayEdit: boolean }): ReactNode {
  const t = useApprovalsTexts()
  const { fingerprint, state } = proofKey
  return (
    <li>
      <h3>
        <code className={styles.fingerprint}>{fingerprint}</code>
        <CopyButton text={fingerprint} label={t('proofKey.copy')} />
        <Tag tone={TONES[state]}>{t(`proofKey.${state}`)}</Tag>
      </h3>
      <p>{spanText(proofKey, t)}</p>
      <span>
        {mayEdit && state === 'active' ? (
          <Button size="small" onClick={() => openRenew(fingerprint)}>
            {t('proofKey.renew')}
          </Button>
        ) : null}
        {mayEdit && state !== 'revoked' ? (
          <Button size="small" danger onClick={() => openRevoke(fingerprint)}>
            {t('proofKey.revoke')}
          </Button>
        ) : null}
      </span>
    </li>
  )
}

/** The keys that proof files are signed with, and when each was. */
export function ProofKeysPage(): ReactNode {
  const t = useApprovalsTexts()
  const maySee = useMay(proofKeyList, {})
  const { data, error, refetch } = useCall(proofKeyList, maySee ? { body: {} } : null, {
    tag: 'approvals:proofKey.title',
    told: 'inline',
  })
  const keys = data?.keys ?? []
  const canMake = data?.mayEdit === true && !data.isSealed && keys.every(({ state }) => state !== 'active')
  const make = canMake ? (
    <Button type="primary" size="small" onClick={() => openRenew('')}>
      {t('proofKey.make')}
    </Button>
  ) : undefined
  return (
    <ManageFrame
      title={t('proofKey.title')}
      icon={<KeyRound size={15} aria-hidden />}
      count={data?.keys.length}
      actions={keys.length === 0 ? undefined : make}
    >
      {!maySee ? (
        <NoPermission permission="approvals.see" />
      ) : data === undefined ? (
        error === null ? (
          <LoadingRows />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <div className={styles.state} data-on={!data.isSealed}>
            <p role="status">{t(data.isSealed ? 'proofKey.sealed' : 'proofKey.about')}</p>
          </div>
          {keys.length === 0 ? (
            <EmptyState title={t('proofKey.none')} hint={t('proofKey.noneHint')} action={make} />
          ) : (
            <ul className={styles.list}>
              {keys.map((each) => (
                <KeyRow
                  key={each.fingerprint}
                  proofKey={each}
                  mayEdit={data.mayEdit && (each.state !== 'active' || !data.isSealed)}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </ManageFrame>
  )
}
