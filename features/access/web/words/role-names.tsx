import { useCall, useMay } from '@qd/web-calls'
import type { ReactNode } from 'react'
import { roleOptions } from '../../contract/index.ts'
import { useRoleName } from './role-name.ts'

/** Roles by name; one of the console's own by its code, for who may not read the roles. */
export function RoleNames({ codes }: { codes: readonly string[] }): ReactNode {
  const roleName = useRoleName()
  const mayRead = useMay(roleOptions)
  const roles = useCall(roleOptions, mayRead ? { body: {} } : null, {
    tag: 'access:roles.title',
    told: { quiet: 'roles stand by their code instead of their name' },
    staleTimeMs: 60_000,
  }).data
  const nameOf = (code: string) => roles?.find((role) => role.code === code)?.name
  return codes.map((code) => roleName({ code, name: nameOf(code) ?? code })).join(', ')
}
