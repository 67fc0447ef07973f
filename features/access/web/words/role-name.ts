import { textOf } from '@qd/web-base'
import type { KeyOf } from '@qd/web-base'
import { useAccessTexts } from '../texts.ts'

const BUILT_IN: Readonly<Record<string, KeyOf<'access'>>> = {
  ROLE_ADMIN: 'roleName.super',
  admin: 'roleName.admin',
  operator: 'roleName.operator',
  developer: 'roleName.developer',
  reviewer: 'roleName.reviewer',
  reader: 'roleName.reader',
}

/** A built-in role in the reader's language; empty for any other. */
export function builtInRoleName(code: string): string {
  const key = BUILT_IN[code]
  return key === undefined ? '' : textOf('access', key)
}

/** Built-in roles in the reader's language; a role of the console's own as it was named. */
export function useRoleName(): (role: { code: string; name?: string }) => string {
  const t = useAccessTexts()
  return ({ code, name }) => {
    const key = BUILT_IN[code]
    return key === undefined ? (name ?? code) : t(key)
  }
}
