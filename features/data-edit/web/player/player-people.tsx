import { useLive, useLiveState, useScope } from '@qd/web-calls'
import { Tag } from '@qd/web-controls'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { playerPeopleChannel } from '../../contract/index.ts'
import type { PlayerPeople } from '../../contract/index.ts'
import { useEditorPlace, useSessionPart } from '../state/editor-context.ts'
import { useEditTexts } from '../texts.ts'
import styles from './player-header.module.css'

/** Stands for this page as long as it lives. */
const PAGE = crypto.getRandomValues(new Uint32Array(3)).join('-')
const NOBODY: PlayerPeople = []

/** Who else has the player open; nobody is known while the live connection is down. */
function usePlayerPeople(): PlayerPeople {
  const { uId, at } = useEditorPlace()
  const isEditing = useSessionPart(({ draft }) => draft.changes.length > 0)
  const isSelected = useScope(({ lineId }) => at.lineId === lineId)
  const live = useLiveState(({ state }) => state)
  const [heard, setHeard] = useState({ live, people: NOBODY })
  if (heard.live !== live) setHeard({ live, people: NOBODY })
  useLive(
    playerPeopleChannel,
    isSelected ? { uId, game: at.game, page: PAGE, isEditing } : null,
    ({ people }) => setHeard({ live, people }),
  )
  return isSelected && live === 'open' ? heard.people : NOBODY
}

/** Beside the player's name: who is editing them now, and who is looking. */
export function PlayerPeople(): ReactNode {
  const t = useEditTexts()
  const people = usePlayerPeople()
  const namesOf = (isEditing: boolean): string =>
    people
      .filter((person) => person.isEditing === isEditing)
      .map(({ name }) => name)
      .join(', ')
  const editing = namesOf(true)
  const looking = namesOf(false)
  return (
    <span role="status" className={styles.people}>
      {editing === '' ? null : (
        <Tag tone="warn" title={editing}>
          {t('people.editing', { names: editing })}
        </Tag>
      )}
      {looking === '' ? null : <Tag title={looking}>{t('people.looking', { names: looking })}</Tag>}
    </span>
  )
}
