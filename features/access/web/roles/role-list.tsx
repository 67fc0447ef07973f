import { Tag } from '@qd/web-controls'
import type { ReactNode } from 'react'
import type { RoleView } from '../../contract/index.ts'
import { useAccessTexts } from '../texts.ts'
import { useRoleName } from '../words/role-name.ts'
import styles from './roles.module.css'

interface RoleListProps {
  roles: readonly RoleView[]
  chosen: string
  onChoose: (code: string) => void
}

/** All roles with how many people hold each. */
export function RoleList({ roles, chosen, onChoose }: RoleListProps): ReactNode {
  const t = useAccessTexts()
  const roleName = useRoleName()
  return (
    <ul className={styles.list}>
      {roles.map((role) => (
        <li key={role.code}>
          <button
            type="button"
            className={styles.item}
            aria-current={role.code === chosen}
            onClick={() => onChoose(role.code)}
          >
            <span className={styles.name}>
              <span>{roleName(role)}</span>
              {role.isBuiltIn ? <Tag>{t('roles.builtIn')}</Tag> : null}
            </span>
            <code>{role.code}</code>
            <span className={styles.count}>{t('roles.people', { count: role.holders })}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
