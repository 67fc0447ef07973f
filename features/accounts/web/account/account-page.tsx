import { useSession, useTexts } from '@qd/web-base'
import { Panel, Time } from '@qd/web-controls'
import { NoPermission, Slot } from '@qd/web-frame'
import { UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import '../texts.ts'
import styles from './account.module.css'
import { ProfileForm } from './profile-form.tsx'
import { SecurityPanel } from './security-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { TokensPanel } from './tokens-panel.tsx'

function ProfilePanel(): ReactNode {
  const t = useTexts('accounts')
  const user = useSession((state) => state.userInfo)
  if (user === null) return null
  const groups = user.groups.map(({ name }) => name).join(', ')
  return (
    <Panel title={t('account.profile')} icon={<UserRound size={15} aria-hidden />} bodyPadding={14}>
      <dl className={styles.facts}>
        <dt>{t('account.username')}</dt>
        <dd className="qd-mono">{user.username}</dd>
        <dt>{t('account.roles')}</dt>
        <dd>{user.roles.length === 0 ? '–' : <Slot name="roleNames" values={{ codes: user.roles }} />}</dd>
        <dt>{t('account.groups')}</dt>
        <dd>{groups === '' ? '–' : groups}</dd>
        <dt>{t('account.lastLogin')}</dt>
        <dd>
          <Time at={user.lastLoginAt} />
        </dd>
      </dl>
      <ProfileForm />
    </Panel>
  )
}

/** Everything about the own account: who one is, how one signs in, where one is signed in. */
export default function AccountPage(): ReactNode {
  const t = useTexts('accounts')
  const isOwn = useSession((state) => state.userInfo?.session.kind !== 'preview')
  if (!isOwn) return <NoPermission permission="session" reason={t('account.preview')} />
  return (
    <div className={styles.page}>
      <div className={styles.side}>
        <ProfilePanel />
      </div>
      <div className={styles.main}>
        <SecurityPanel />
        <SessionsPanel />
        <TokensPanel />
        <Slot name="accountPanel" />
      </div>
    </div>
  )
}
