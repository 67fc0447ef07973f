import { IconButton } from '@qd/web-controls'
import { CalendarClock, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RoleGrant } from '../../contract/index.ts'
import { useAccessTexts } from '../texts.ts'
import { GrantWords } from '../words/grant-words.tsx'
import { useRoleName } from '../words/role-name.ts'
import { useResourceWords } from '../words/resource-words.ts'
import { useScopeNames } from '../words/use-scope-names.ts'
import { grantKey } from './grant-key.ts'
import styles from './grants.module.css'

interface GrantListProps {
  grants: readonly (RoleGrant & { mayTake?: boolean })[]
  /** Absent: looked at only. */
  onTake?: (grant: RoleGrant) => void
  /** Absent: its end cannot be changed here. */
  onEnd?: (grant: RoleGrant) => void
  none: string
}

/** Grants in words, each with a button that takes it away where that is allowed. */
export function GrantList({ grants, onTake, onEnd, none }: GrantListProps): ReactNode {
  const t = useAccessTexts()
  const roleName = useRoleName()
  const nameOf = useScopeNames()
  const wordsOf = useResourceWords()
  const placeOf = ({ scope, resource }: RoleGrant) =>
    resource === undefined ? nameOf(scope) : `${nameOf(scope)} · ${wordsOf(resource)}`
  if (grants.length === 0) return <p className={styles.none}>{none}</p>
  return (
    <ul className={styles.list}>
      {grants.map(({ mayTake = true, ...grant }) => (
        <li key={grantKey(grant)} className={styles.row}>
          <GrantWords grant={grant} />
          {onEnd === undefined || !mayTake ? null : (
            <IconButton
              isSmall
              label={t('ends.change', { role: roleName({ code: grant.role }), place: placeOf(grant) })}
              onClick={() => onEnd(grant)}
            >
              <CalendarClock size={14} aria-hidden />
            </IconButton>
          )}
          {onTake === undefined || !mayTake ? null : (
            <IconButton
              isSmall
              label={t('grant.take', { role: roleName({ code: grant.role }), place: placeOf(grant) })}
              onClick={() => onTake(grant)}
            >
              <X size={14} aria-hidden />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  )
}
