import { shortId } from '@qd/web-base'
import type { ReactNode } from 'react'
import type { AuditListEntry } from '../../contract/index.ts'
import { RoleWords } from './role-words.tsx'
import styles from './words.module.css'

type Named = Pick<AuditListEntry, 'action' | 'target' | 'targetName'>

export function targetText({ target, targetName }: Named, nameOf: (id: string) => string): string {
  return targetName || nameOf(target)
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Who or what was acted on, by the name it has today, with its id beside it; the end of one nobody types. */
export function TargetWords(props: { entry: Named; nameOf: (id: string) => string }): ReactNode {
  const { entry, nameOf } = props
  const { action, target } = entry
  const isRole = action.startsWith('access.role') && target !== ''
  const text = targetText(entry, nameOf)
  if (!isRole && text === target) {
    return (
      <span className="qd-mono" title={target}>
        {target}
      </span>
    )
  }
  return (
    <span title={target}>
      {isRole ? <RoleWords code={target} /> : text}{' '}
      <code className={styles.id}>{UUID.test(target) ? shortId(target) : target}</code>
    </span>
  )
}
