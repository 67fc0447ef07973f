import { call, useMay } from '@qd/web-calls'
import { Tag } from '@qd/web-controls'
import type { WebSlots } from '@qd/web-frame'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { userGrants } from '../../contract/index.ts'
import type { RoleGrant } from '../../contract/index.ts'
import { GrantList } from '../grants/grant-list.tsx'
import { useGrantChange } from '../grants/use-grant-change.tsx'
import styles from '../sections.module.css'
import { useAccessTexts } from '../texts.ts'
import { RightsReasons } from './rights-reasons.tsx'

type Props = ComponentProps<NonNullable<WebSlots['userRights']>>

function Grants({ user }: Props): ReactNode {
  const t = useAccessTexts()
  const mayAssign = useMay(userGrants) && !user.isSelf
  const send = (change: { give: RoleGrant[]; take: RoleGrant[] }) =>
    call(userGrants, { body: { userId: user.id, ...change } }, { tag: 'access:grant.own', told: 'form' })
  const { give, take, end } = useGrantChange({
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
      <GrantList
        grants={user.grants}
        none={t('grant.noneHeld')}
        {...(mayAssign ? { onTake: take, onEnd: end } : {})}
      />
    </section>
  )
}

function Groups({ user }: Props): ReactNode {
  const t = useAccessTexts()
  return (
    <section className={styles.section}>
      <h3>{t('rights.groups')}</h3>
      {user.groups.length === 0 ? (
        <p className={styles.hint}>{t('rights.noGroups')}</p>
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

/** Everything one user holds and why; grants are given and taken here. */
export default function UserRights({ user }: Props): ReactNode {
  return (
    <>
      <Grants user={user} />
      <Groups user={user} />
      <RightsReasons sources={user.sources} />
    </>
  )
}
