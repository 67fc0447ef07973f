import type { ReactNode } from 'react'
import { useAuditTexts } from '../texts.ts'
import { textOfValue } from './diff-values.ts'
import type { Difference } from './diff-values.ts'
import styles from './diff-view.module.css'

/** A text stands for itself; anything else as it is written. */
const shown = (value: unknown) => (typeof value === 'string' && value !== '' ? value : textOfValue(value))

/** Field by field: the old value struck out, the new one beside it. */
export function DiffView({ differences }: { differences: readonly Difference[] }): ReactNode {
  const t = useAuditTexts()
  return (
    <ul className={styles.list}>
      {differences.map(({ path, kind, before, after }, index) => (
        <li key={`${path}#${index}`} data-kind={kind} className={styles.row}>
          <span className={styles.path}>
            {path === '' ? t('diff.whole') : path}
            {kind === 'changed' ? null : <span className={styles.kind}>{t(`diff.${kind}`)}</span>}
          </span>
          <span className={styles.values}>
            {kind === 'added' ? null : <del>{shown(before)}</del>}
            {kind === 'changed' ? <span aria-hidden> → </span> : null}
            {kind === 'removed' ? null : <ins>{shown(after)}</ins>}
          </span>
        </li>
      ))}
    </ul>
  )
}
