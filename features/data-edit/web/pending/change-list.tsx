import type { Change } from '@qd/protocol-model'
import { Button } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { placeId } from '@qd/player-diff'
import { useFaultTexts } from '../state/use-fault-texts.ts'
import { useEditTexts } from '../texts.ts'
import { ChangeItem } from './change-item.tsx'
import styles from './pending-panel.module.css'

/** Changes drawn at once; a paste may make a hundred thousand. */
const STEP = 200

/** The pending changes one by one, the first ones of very many. */
export function ChangeList({ changes }: { changes: readonly Change[] }): ReactNode {
  const t = useEditTexts()
  const problem = useFaultTexts()
  const [most, setMost] = useState(STEP)
  const more = changes.length - most
  return (
    <>
      <ul className={styles.list} aria-label={t('pending.title')}>
        {changes.slice(0, most).map((change) => (
          <ChangeItem key={placeId(change)} change={change} problem={problem(change)} />
        ))}
      </ul>
      {more <= 0 ? null : (
        <Button type="text" block onClick={() => setMost(most + STEP)}>
          {t('grid.morePending', { count: more })}
        </Button>
      )}
    </>
  )
}
