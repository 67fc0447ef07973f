import { useIsMobile, useMediaQuery } from '@qd/web-base'
import { IconButton, Tag } from '@qd/web-controls'
import { useShortcut, useTabName } from '@qd/web-frame'
import { Drawer } from 'antd'
import { Scale } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { BatchPage } from './batch/batch-page.tsx'
import { VotesPanel } from './decide/votes-panel.tsx'
import { InboxPanel } from './inbox/inbox-panel.tsx'
import { useInboxState } from './inbox/use-inbox-state.ts'
import { DelegationsPage } from './manage/delegations-page.tsx'
import { OverridesPage } from './manage/overrides-page.tsx'
import { PoliciesPage } from './manage/policies-page.tsx'
import { ProofKeysPage } from './manage/proof-keys-page.tsx'
import { PhoneRequest } from './phone/phone-request.tsx'
import { RequestPanel } from './request/request-panel.tsx'
import { useRequest } from './request/use-request.ts'
import type { ReadRequest } from './request/use-request.ts'
import styles from './releases-page.module.css'
import { useApprovalsTexts } from './texts.ts'

function VotesDrawer({ read }: { read: ReadRequest }): ReactNode {
  const t = useApprovalsTexts()
  const [isOpen, setOpen] = useState(false)
  const { request } = read
  const count = (request?.votes.length ?? 0) + (request?.comments.length ?? 0)
  return (
    <>
      <div className={styles.handle}>
        <IconButton label={t('votes.open')} onClick={() => setOpen(true)} disabled={request === undefined}>
          <Scale size={15} aria-hidden />
        </IconButton>
        {count === 0 ? null : <Tag>{count}</Tag>}
        {request?.isToDecide === true ? <span className={styles.due} /> : null}
      </div>
      <Drawer
        open={isOpen}
        onClose={() => setOpen(false)}
        size={352}
        aria-label={t('votes.title')}
        styles={{ header: { display: 'none' }, body: { display: 'flex', padding: 12 } }}
      >
        <VotesPanel read={read} onClose={() => setOpen(false)} />
      </Drawer>
    </>
  )
}

function Desk(): ReactNode {
  const t = useApprovalsTexts()
  const isMobile = useIsMobile()
  const isWide = useMediaQuery('(min-width: 1440px)')
  const state = useInboxState(!isMobile)
  const read = useRequest(state.chosen)
  const group = t('title')
  useShortcut('j', () => state.step(1), { label: t('keys.next'), group })
  useShortcut('k', () => state.step(-1), { label: t('keys.previous'), group })
  const name = read.request === undefined ? '' : `#${read.request.number}`
  useTabName(state.chosen === '' ? null : name)
  if (isMobile) {
    return state.chosen === '' ? (
      <div className={styles.phone}>
        <InboxPanel state={state} onChoose={state.choose} />
      </div>
    ) : (
      <PhoneRequest read={read} onBack={() => state.choose('')} />
    )
  }
  return (
    <div className={styles.desk} data-wide={isWide}>
      <InboxPanel state={state} onChoose={state.choose} />
      <RequestPanel read={read} isChosen={state.chosen !== ''} />
      {isWide ? (
        <div className={styles.third}>
          <VotesPanel read={read} />
        </div>
      ) : (
        <VotesDrawer read={read} />
      )}
    </div>
  )
}

/** Requests for approval and what surrounds them (S2.19, S2.31). */
export default function ReleasesPage(): ReactNode {
  const [query] = useSearchParams()
  const tab = query.get('tab')
  if (tab === 'batch') return <BatchPage />
  if (tab === 'policies') return <PoliciesPage />
  if (tab === 'delegations') return <DelegationsPage />
  if (tab === 'overrides') return <OverridesPage />
  if (tab === 'keys') return <ProofKeysPage />
  return <Desk />
}
