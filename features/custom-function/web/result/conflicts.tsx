import type { ReactNode } from 'react'
import type { StepResult } from '../../contract/index.ts'
import { useFunctionTexts } from '../texts.ts'
import { cellText } from './result-table.tsx'
import styles from './result.module.css'

/** Values that moved between the dry run and the run: planned on, found, wanted. */
export function Conflicts({ conflicts }: { conflicts: NonNullable<StepResult['conflicts']> }): ReactNode {
  const t = useFunctionTexts()
  return (
    <table className={styles.conflicts}>
      <thead>
        <tr>
          <th scope="col">{t('conflict.planned')}</th>
          <th scope="col">{t('conflict.found')}</th>
          <th scope="col">{t('conflict.wanted')}</th>
        </tr>
      </thead>
      <tbody>
        {conflicts.map(({ index, loaded, current, mine }) => (
          <tr key={index}>
            <td>{cellText(loaded)}</td>
            <td className={styles.found}>{cellText(current)}</td>
            <td>{cellText(mine)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
