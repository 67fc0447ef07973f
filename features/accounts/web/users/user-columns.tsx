import { formatInstant } from '@qd/web-base'
import { Tag, Time } from '@qd/web-controls'
import { Slot } from '@qd/web-frame'
import type { DataColumn } from '@qd/web-tables'
import { Suspense } from 'react'
import type { UserView } from '../../contract/index.ts'
import type { AccountsTexts } from '../texts.ts'
import { UserStateTag, stateText } from './user-state-tag.tsx'
import styles from './users.module.css'

const roleCodes = ({ grants }: UserView) => [...new Set(grants.map(({ role }) => role))].join(', ')

export function userColumns(t: AccountsTexts): DataColumn<UserView>[] {
  return [
    {
      key: 'name',
      title: t('users.name'),
      width: 170,
      isFixed: true,
      text: ({ name, username }) => `${name} ${username}`,
      render: (user) => (
        <span className={styles.who}>
          <strong>{user.name}</strong>
          <code>{user.username}</code>
        </span>
      ),
    },
    {
      key: 'state',
      title: t('users.stateTitle'),
      width: 120,
      text: (user) => stateText(t, user),
      render: (user) => <UserStateTag user={user} />,
    },
    {
      key: 'rights',
      title: t('users.rights'),
      width: 260,
      isGrowing: true,
      text: ({ grants, groups }) =>
        [
          ...grants.map(({ role, scope, environment, resource }) =>
            [role, scope, environment, resource?.kind, resource?.pattern].filter(Boolean).join(' '),
          ),
          ...groups.map(({ name }) => name),
        ].join('; '),
      render: ({ grants, groups }) => (
        <Suspense>
          <Slot name="userHoldings" values={{ grants, groups }} />
        </Suspense>
      ),
    },
    {
      key: 'roleCodes',
      title: t('users.roleCodes'),
      holds: 'roleId',
      isHidden: true,
      text: roleCodes,
      render: (user) => <code title={roleCodes(user)}>{roleCodes(user)}</code>,
    },
    {
      key: 'department',
      title: t('users.department'),
      width: 110,
      text: ({ department }) => department,
      render: ({ department }) => department || '–',
    },
    {
      key: 'secondFactor',
      title: t('users.secondFactor'),
      width: 110,
      text: ({ hasSecondFactor }) => t(hasSecondFactor ? 'users.factor.on' : 'users.factor.off'),
      render: ({ hasSecondFactor, mustUseSecondFactor }) =>
        hasSecondFactor ? (
          <Tag tone="ok">{t('users.factor.on')}</Tag>
        ) : (
          <Tag tone={mustUseSecondFactor ? 'warn' : 'neutral'}>
            {t(mustUseSecondFactor ? 'users.factor.due' : 'users.factor.off')}
          </Tag>
        ),
    },
    {
      key: 'lastLoginAt',
      title: t('users.lastLogin'),
      holds: 'time',
      text: ({ lastLoginAt }) => (lastLoginAt === null ? '' : formatInstant(lastLoginAt)),
      render: ({ lastLoginAt }) => <Time at={lastLoginAt} />,
    },
  ]
}
