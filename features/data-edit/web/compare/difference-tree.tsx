import type { Change } from '@qd/protocol-model'
import { EmptyState, Tag } from '@qd/web-kit'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { groupDifference } from '../model/difference.ts'
import { moduleLabel } from '../model/module-list.ts'
import { placeId } from '../model/place.ts'
import { ChangePlace, ChangeValues } from '../pending/change-item.tsx'
import { useEditorPlace, useEditorSession } from '../state/editor-context.ts'
import { useEditTexts } from '../texts.ts'
import styles from './compare.module.css'

/** Drawn at once of one module; the filter leads to the others. */
const MAX_DRAWN = 200

interface TreeProps {
  changes: readonly Change[]
  filter: string
  onTake: (changes: readonly Change[]) => void
}

function Take({ changes, onTake }: { changes: readonly Change[]; onTake: TreeProps['onTake'] }): ReactNode {
  const t = useEditTexts()
  const { canEdit } = useEditorPlace()
  if (!canEdit) return null
  return (
    <Button size="small" type="text" className={styles.take} onClick={() => onTake(changes)}>
      {t('compare.take', { count: changes.length })}
    </Button>
  )
}

/** What differs: module, row, field, each with a way to take it over. */
export function DifferenceTree({ changes, filter, onTake }: TreeProps): ReactNode {
  const t = useEditTexts()
  const { protocol } = useEditorSession().draft
  const modules = groupDifference(changes, filter)
  if (modules.length === 0) {
    return <EmptyState title={changes.length === 0 ? t('compare.same') : t('compare.noMatch')} />
  }
  return (
    <div className={styles.tree}>
      {modules.map(({ diff, count, rows }) => {
        const info = protocol.diffInfos[diff]
        const all = rows.flatMap((row) => row.changes)
        return (
          <details key={diff} open={modules.length === 1 || count <= 20}>
            <summary>
              <span>{info === undefined ? diff : moduleLabel(protocol, info)}</span>
              <Tag>{count}</Tag>
              <Take changes={all} onTake={onTake} />
            </summary>
            {rows.slice(0, MAX_DRAWN).map((row) => (
              <div key={row.key ?? ''} className={styles.row}>
                {row.key === undefined ? null : (
                  <div className={styles.rowHead}>
                    <code>{row.key}</code>
                    {row.changes.length === 1 ? null : <Take changes={row.changes} onTake={onTake} />}
                  </div>
                )}
                {row.changes.slice(0, MAX_DRAWN).map((change) => (
                  <div key={placeId(change)} className={styles.change}>
                    <ChangePlace change={change} />
                    <span className={styles.values}>
                      <ChangeValues change={change} />
                    </span>
                    <Take changes={[change]} onTake={onTake} />
                  </div>
                ))}
              </div>
            ))}
            {rows.length > MAX_DRAWN ? (
              <p className={styles.more}>{t('compare.more', { count: rows.length - MAX_DRAWN })}</p>
            ) : null}
          </details>
        )
      })}
    </div>
  )
}
