import type { PlaceRef } from '@qd/contract-kit'
import { recentPlayers } from '@qd/players/contract'
import { useCall } from '@qd/web-calls'
import type { ReactNode } from 'react'
import type { LatestEdit } from '../../contract/index.ts'
import { useEditTexts } from '../texts.ts'
import { LatestRow } from './latest-row.tsx'
import { useEditWords } from './use-edit-words.ts'
import styles from './latest-edits.module.css'

interface LatestListProps {
  at: Required<PlaceRef>
  edits: readonly LatestEdit[]
}

/** The edits, a line each. */
export function LatestList({ at, edits }: LatestListProps): ReactNode {
  const t = useEditTexts()
  const words = useEditWords(at)
  // Edits know their players by uId; who was opened lately has a name.
  const recent = useCall(
    recentPlayers,
    { body: {} },
    { tag: 'data-edit:latest.title', told: { quiet: 'players stand by their uId' } },
  )
  const names = new Map(
    recent.data?.filter(({ game }) => game === at.game).map(({ uId, name }) => [uId, name]),
  )
  return (
    <div className={styles.sized}>
      <ul className={styles.list}>
        <li className={styles.head} aria-hidden>
          <span>{t('history.time')}</span>
          <span>{t('history.actor')}</span>
          <span>{t('latest.player')}</span>
          <span>{t('conflict.field')}</span>
          <span>{t('latest.change')}</span>
          <span className={styles.reason}>{t('commit.reason')}</span>
          <span>{t('history.outcome')}</span>
          <span />
        </li>
        {edits.map((edit) => (
          <LatestRow key={edit.id} edit={edit} game={at.game} name={names.get(edit.uId)} words={words} />
        ))}
      </ul>
    </div>
  )
}
