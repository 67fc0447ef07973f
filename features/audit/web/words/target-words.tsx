import type { ReactNode } from 'react'
import type { AuditListEntry } from '../../contract/index.ts'
import { RoleWords } from './role-words.tsx'

type Named = Pick<AuditListEntry, 'action' | 'target' | 'targetName'>

export function targetText({ target, targetName }: Named, nameOf: (id: string) => string): string {
  return targetName || nameOf(target)
}

/** Who or what was acted on, by the name it has today; the id is the tooltip. */
export function TargetWords(props: { entry: Named; nameOf: (id: string) => string }): ReactNode {
  const { entry, nameOf } = props
  const { action, target } = entry
  const isRole = action.startsWith('access.role') && target !== ''
  const text = targetText(entry, nameOf)
  return (
    <span className={text === target ? 'qd-mono' : undefined} title={target}>
      {isRole ? <RoleWords code={target} /> : text}
    </span>
  )
}
