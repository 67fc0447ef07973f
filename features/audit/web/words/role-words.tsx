import { Slot, useFeatures } from '@qd/web-frame'
import type { ReactNode } from 'react'

/** A role as people know it; its code where nobody names roles. */
export function RoleWords({ code }: { code: string }): ReactNode {
  const isNamed = useFeatures().some(({ slots }) => slots?.roleNames !== undefined)
  return isNamed ? <Slot name="roleNames" values={{ codes: [code] }} /> : code
}
