import type { RouteReply } from '@qd/contract-kit'
import { call, useCall, useMay } from '@qd/web-calls'
import { IconButton, LoadingRows, MenuButton, Panel, Tag, Time } from '@qd/web-controls'
import { ErrorState } from '@qd/web-frame'
import { Button } from 'antd'
import { EllipsisVertical, Plus, UserRound, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { userDetail, userGrants } from '../../contract/index.ts'
import type { RoleGrant } from '../../contract/index.ts'
import { GrantList } from '../grants/grant-list.tsx'
import { useGrantChange } from '../grants/use-grant-change.tsx'
import { useAccessTexts } from '../texts.ts'
import { useRefresh } from '../use-refresh.ts'
import { RightsReasons } from './rights-reasons.tsx'
import { userActions } from './user-actions.tsx'
import { UserStateTag, deadLink } from './user-state-tag.tsx'
import styles from './users.module.css'

type Detail = RouteReply<typeof userDetail>

function Facts({ user }: { user: Detail }): ReactNode {
  const t = useAccessTexts()
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

function Grants({ user }: { user: Detail }): ReactNode {
  const t = useAccessTexts()
  const mayAssign = useMay(userGrants) && !user.isSelf
  const send = (change: { give: RoleGrant[]; take: RoleGrant[] }) =>
    call(userGrants, { body: { userId: user.id, ...change } }, { tag: 'access:grant.own', told: 'form' })
  const { give, take } = useGrantChange({
    name: user.name,
    question: t('grant.takeAsk', { name: user.name }),
    send,
  })
  return (
    <section className={styles.section}>
      <h3>
        {t('grant.own')}
        {mayAssign ? (
          <Button size="small" icon={<Plus size={14} aria-hidden />} onClick={give}>
            {t('grant.give')}
          </Button>
        ) : null}
      </h3>
      <GrantList grants={user.grants} none={t('grant.noneHeld')} {...(mayAssign ? { onTake: take } : {})} />
    </section>
  )
}

function Groups({ user }: { user: Detail }): ReactNode {
  const t = useAccessTexts()
  return (
    <section className={styles.section}>
      <h3>{t('users.groups')}</h3>
      {user.groups.length === 0 ? (
        <p className={styles.hint}>{t('users.noGroups')}</p>
      ) : (
        <div className={styles.tags}>
          {user.groups.map(({ id, name }) => (
            <Tag key={id} tone="theme">
              {name}
            </Tag>
          ))}
        </div>
      )}
    </section>
  )
}

/** One account: what it is, what it holds, and why. */
export function UserPanel({ userId, onClose }: { userId: string; onClose: () => void }): ReactNode {
  const t = useAccessTexts()
  const refresh = useRefresh()
  const { data, error, refetch } = useCall(
    userDetail,
    { body: { userId } },
    { tag: 'access:users.detail', told: 'face' },
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
        <Grants user={data} />
        <Groups user={data} />
        <RightsReasons sources={data.sources} />
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
