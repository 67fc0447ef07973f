import { Tag } from '@qd/web-controls'
import { UsersRound } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import type { GroupView } from '../../contract/index.ts'
import { useAccessTexts } from '../texts.ts'
import styles from './groups.module.css'

const INDENT_PX = 18

/** How deep each group stands, roots at 1; groups come parents first. */
export function depths(groups: readonly GroupView[]): Map<string, number> {
  const found = new Map<string, number>()
  for (const { id, parentId } of groups) found.set(id, parentId === null ? 1 : (found.get(parentId) ?? 0) + 1)
  return found
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="treeitem"]')]
  const at = items.findIndex((item) => item === document.activeElement)
  items[Math.min(items.length - 1, Math.max(0, at + step))]?.focus()
}

interface GroupTreeProps {
  groups: readonly GroupView[]
  chosen: string
  onChoose: (id: string) => void
}

/** All groups in sight, indented below their parents; arrow keys move. */
export function GroupTree({ groups, chosen, onChoose }: GroupTreeProps): ReactNode {
  const t = useAccessTexts()
  const depth = depths(groups)
  const focusable = groups.some(({ id }) => id === chosen) ? chosen : groups[0]?.id
  return (
    <div role="tree" aria-label={t('groups.title')} className={styles.tree} onKeyDown={moveFocus}>
      {groups.map((group) => (
        <button
          key={group.id}
          type="button"
          role="treeitem"
          aria-level={depth.get(group.id)}
          aria-selected={group.id === chosen}
          tabIndex={group.id === focusable ? 0 : -1}
          className={styles.item}
          style={{ paddingLeft: 8 + INDENT_PX * ((depth.get(group.id) ?? 1) - 1) }}
          onClick={() => onChoose(group.id)}
        >
          <UsersRound size={15} aria-hidden />
          <span className={styles.name}>{group.name}</span>
          {group.externalName === '' ? null : <Tag tone="theme">{t('groups.mapped')}</Tag>}
          <span className={styles.count} title={t('groups.members')}>
            {group.members}
          </span>
        </button>
      ))}
    </div>
  )
}
