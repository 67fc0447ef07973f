import type { Change } from '@qd/protocol-model'
import { placeId } from '@qd/player-diff'
import type { ReactNode } from 'react'
import { EditorPlaceContext, useEditorPlace, useSessionPart } from '../state/editor-context.ts'
import type { EditorPlace } from '../state/editor-context.ts'
import { playerName } from '../player/player-facts.ts'
import { useEditTexts } from '../texts.ts'
import { ChangePlace, ChangeValues } from './change-item.tsx'
import styles from './pending-list.module.css'

/** Changes shown before a commit; the panel behind the dialog has all of them. */
const MOST_SHOWN = 8

interface QuestionProps {
  text: string
  changes: readonly Change[]
}

function Asked({ text, changes }: QuestionProps): ReactNode {
  const t = useEditTexts()
  const { uId, at, servers, told } = useEditorPlace()
  const { protocol, base } = useSessionPart((session) => session.draft)
  const name = playerName(protocol, base, told)
  const server = at.sId === undefined ? '' : `S${at.sId} ${servers.get(String(at.sId)) ?? ''}`
  const more = changes.length - MOST_SHOWN
  return (
    <>
      <p className={styles.text}>{text}</p>
      <dl className={styles.facts}>
        <dt>{t('latest.player')}</dt>
        <dd>
          {name === '' ? null : <bdi>{name}</bdi>} <code>{uId}</code>
        </dd>
        <dt>{t('confirm.server')}</dt>
        <dd>{server.trim()}</dd>
      </dl>
      <ul className={styles.list}>
        {changes.slice(0, MOST_SHOWN).map((change) => (
          <li key={placeId(change)}>
            <ChangePlace change={change} />
            <span className={styles.value}>
              <ChangeValues change={change} />
            </span>
          </li>
        ))}
        {more <= 0 ? null : <li>{t('check.more', { count: more })}</li>}
      </ul>
    </>
  )
}

/** What a confirmation in production repeats: whose data, on which server, and what would be changed in it. */
export function commitQuestion(place: EditorPlace, { text, changes }: QuestionProps): ReactNode {
  return (
    <EditorPlaceContext value={place}>
      <Asked text={text} changes={changes} />
    </EditorPlaceContext>
  )
}
