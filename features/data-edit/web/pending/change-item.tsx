import { touchesSensitive } from '@qd/protocol-model'
import type { Change } from '@qd/protocol-model'
import { BeforeAfter, IconButton, Tag } from '@qd/web-controls'
import { RotateCcw } from 'lucide-react'
import { memo } from 'react'
import type { ReactNode } from 'react'
import { placeId } from '@qd/player-diff'
import { groupDigits } from '@qd/web-controls/fields'
import { deltaText } from '../model/change-facts.ts'
import { useEditorPlace, useSessionPart } from '../state/editor-context.ts'
import { draftActions } from '../state/editor-store.ts'
import { showPlace } from '../state/show-place.ts'
import { useEditTexts } from '../texts.ts'
import { changeLabel, changeTexts } from '../values/change-label.ts'
import { useValueContext } from '../values/use-value-context.ts'
import styles from './change-item.module.css'

/** Signs of a value that are drawn; a text may have a hundred thousand. */
const MOST_SIGNS = 300

const clipped = (text: string | null): string | null =>
  text !== null && text.length > MOST_SIGNS ? `${text.slice(0, MOST_SIGNS)}…` : text

/** Old and new value side by side; a row that comes or goes has only one of them. */
export function ChangeValues({ change }: { change: Change }): ReactNode {
  const t = useEditTexts()
  const protocol = useSessionPart((session) => session.draft.protocol)
  const texts = changeTexts(protocol, change, useValueContext())
  const [before, after] = [clipped(texts.before), clipped(texts.after)]
  if (change.op === 'add') {
    return (
      <>
        {t('pending.add')} <BeforeAfter after={after} />
      </>
    )
  }
  if (change.op === 'remove') {
    return (
      <>
        {t('pending.remove')} <BeforeAfter before={before} />
      </>
    )
  }
  return <BeforeAfter before={before} after={after} />
}

export function ChangePlace({ change }: { change: Change }): ReactNode {
  const place = useEditorPlace()
  const { protocol, data, base } = useSessionPart((session) => session.draft)
  const label = changeLabel(protocol, change, { data: change.op === 'remove' ? base : data, place })
  return (
    <span className={styles.place}>
      <code>{label.place}</code> <bdi className={styles.words}>{label.row || label.field}</bdi>
    </span>
  )
}

function PlainItem({ change, problem }: { change: Change; problem: string | null }): ReactNode {
  const t = useEditTexts()
  const { player } = useEditorPlace()
  const draft = useSessionPart((session) => session.draft)
  const hasVerdicts = useSessionPart((session) => session.verdicts.size > 0)
  const delta = deltaText(draft.protocol, change)
  const isSensitive = touchesSensitive(draft.protocol, change)
  const isMoved = draft.moved.has(placeId(change))
  return (
    <li className={styles.item} data-problem={problem !== null}>
      <div className={styles.head}>
        <button type="button" className={styles.show} onClick={() => showPlace(player, change)}>
          <ChangePlace change={change} />
        </button>
        <IconButton
          label={t('pending.revert')}
          className={styles.revert}
          disabled={draft.changes.length === 0}
          onClick={() => draftActions.revert(player, [change])}
        >
          <RotateCcw size={13} aria-hidden />
        </IconButton>
      </div>
      <div className={styles.values}>
        <span className={styles.pair}>
          <ChangeValues change={change} />
        </span>
        {isMoved ? <Tag tone="warn">{t('pending.moved')}</Tag> : null}
        {isSensitive ? <Tag tone="error">{t('pending.sensitive')}</Tag> : null}
        {delta === null || isSensitive ? null : <Tag>{groupDigits(delta)}</Tag>}
      </div>
      {problem === null ? null : (
        <p className={styles.problem} role={hasVerdicts ? 'alert' : undefined}>
          {problem}
        </p>
      )}
    </li>
  )
}

/** One pending change: where, from what to what, and what is wrong with it; typing a reason draws none anew. */
export const ChangeItem = memo(PlainItem)
