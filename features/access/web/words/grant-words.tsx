import type { Environment, GrantResource } from '@qd/contract-kit'
import { useCall, useMay } from '@qd/web-calls'
import { EnvironmentTag } from '@qd/web-controls'
import type { ReactNode } from 'react'
import { roleOptions } from '../../contract/index.ts'
import styles from './grant-words.module.css'
import { Ends } from './ends.tsx'
import { useRoleName } from './role-name.ts'
import { useResourceWords } from './resource-words.ts'
import { useScopeNames } from './use-scope-names.ts'

interface Grant {
  role: string
  scope: string
  environment: Environment | '*'
  resource?: GrantResource | undefined
  until?: number | undefined
  /** Where it is known; else by the list of roles. */
  roleName?: string | undefined
}

/** A grant as one says it: role, where, in which environment if not in all, and for which things if not for all. */
export function GrantWords({ grant, isOneLine }: { grant: Grant; isOneLine?: boolean }): ReactNode {
  const nameOf = useScopeNames()
  const roleName = useRoleName()
  const wordsOf = useResourceWords()
  const mayRead = useMay(roleOptions)
  const roles = useCall(roleOptions, mayRead ? { body: {} } : null, {
    tag: 'access:grant.own',
    told: { quiet: 'roles stand by their code instead of their name' },
    staleTimeMs: 60_000,
  }).data
  const known = roles?.find(({ code }) => code === grant.role)
  const place = nameOf(grant.scope)
  return (
    <span className={styles.grant} data-one-line={isOneLine}>
      <strong title={grant.role}>
        {roleName({ code: grant.role, name: known?.name ?? grant.roleName })}
      </strong>
      <span className={styles.place} title={grant.scope}>
        {place}
      </span>
      {grant.environment === '*' ? null : <EnvironmentTag environment={grant.environment} />}
      {grant.resource === undefined ? null : (
        <span className={styles.only} title={`${grant.resource.kind}: ${grant.resource.pattern}`}>
          {wordsOf(grant.resource)}
        </span>
      )}
      <Ends until={grant.until} />
    </span>
  )
}
