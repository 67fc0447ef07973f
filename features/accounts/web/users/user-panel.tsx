import type { RouteReply } from '@qd/contract-kit'
import { useCall } from '@qd/web-calls'
import { IconButton, LoadingRows, MenuButton, Panel, Time } from '@qd/web-controls'
import { ErrorState, Slot } from '@qd/web-frame'
import { EllipsisVertical, UserRound, X } from 'lucide-react'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { userDetail } from '../../contract/index.ts'
import { useAccountsTexts } from '../texts.ts'
import { useRefresh } from '../use-refresh.ts'
import { SamePerson } from './same-person.tsx'
import { userActions } from './user-actions.tsx'
import { UserStateTag, deadLink } from './user-state-tag.tsx'
import styles from './users.module.css'

type Detail = RouteReply<typeof userDetail>

function Facts({ user }: { user: Detail }): ReactNode {
  const t = useAccountsTexts()
  const dead = deadLink(user)
  const factor = user.hasSecondFactor ? 'on' : user.mustUseSecondFactor ? 'due' : 'off'
  return (
    <section className={styles.section}>
      {dead === null ? null : <p className={styles.hint}>{t(`users.link.${dead}Hint`)}</p>}
      <dl className={styles.facts}>
        <dt>{t('users.username')}</dt>
        <dd className={styles.mono}>{user.username}</dd>
        <dt>{t('users.department')}</dt>
        <dd>{user.department || '–'}</dd>
        <dt>{t('users.secondFactor')}</dt>
        <dd>{t(`users.factor.${factor}`)}</dd>
        <dt>{t('users.signsInBy')}</dt>
        <dd>{t(user.isExternal ? 'users.external' : 'users.byPassword')}</dd>
        <dt>{t('users.lastLogin')}</dt>
        <dd>
          <Time at={user.lastLoginAt} />
        </dd>
        <dt>{t('users.created')}</dt>
        <dd>
          <Time at={user.createdAt} />
        </dd>
      </dl>
    </section>
  )
}

/** One account: what it is, what it holds, and why. */
export function UserPanel({ userId, onClose }: { userId: string; onClose: () => void }): ReactNode {
  const t = useAccountsTexts()
  const refresh = useRefresh()
  const { data, error, refetch } = useCall(
    userDetail,
    { body: { userId } },
    { tag: 'accounts:users.detail', told: 'inline' },
  )
  const body =
    data === undefined ? (
      error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows rows={8} rowHeight={33} />
      )
    ) : (
      <>
        <Facts user={data} />
        <SamePerson user={data} />
        <Suspense fallback={<LoadingRows rows={4} rowHeight={33} />}>
          <Slot name="userRights" values={{ user: data }} />
        </Suspense>
      </>
    )
  return (
    <Panel
      title={data?.name ?? t('users.detail')}
      icon={<UserRound size={15} aria-hidden />}
      actions={
        <>
          {data === undefined ? null : <UserStateTag user={data} />}
          {data === undefined ? null : (
            <MenuButton
              label={t('users.actions', { name: data.name })}
              items={userActions({ t, refresh }, data)}
            >
              <EllipsisVertical size={15} aria-hidden />
            </MenuButton>
          )}
          <IconButton label={t('users.closeDetail')} onClick={onClose}>
            <X size={15} aria-hidden />
          </IconButton>
        </>
      }
    >
      {body}
    </Panel>
  )
}
