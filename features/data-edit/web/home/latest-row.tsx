import { readAudit } from '@qd/audit/contract'
import { playerKey } from '@qd/contract-kit'
import { formatAgo, formatInstant, goTo } from '@qd/web-base'
import { playerAddress, selectedPlace, useMay, useScope } from '@qd/web-calls'
import { BeforeAfter, IconButton, Tag, useNow } from '@qd/web-controls'
import { ScrollText, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useShallow } from 'zustand/react/shallow'
import { undoEdit } from '../../contract/index.ts'
import type { LatestEdit } from '../../contract/index.ts'
import { auditAddress } from '../history/audit-address.ts'
import { EDIT_TONES, isUndoable } from '../history/edit-state.ts'
import { wantEntry } from '../state/editor-store.ts'
import { useEditTexts } from '../texts.ts'
import type { ChangeWords } from './use-edit-words.ts'
import styles from './latest-edits.module.css'

const MINUTE_MS = 60_000
/** Signs of a value that are drawn; a text may have a hundred thousand. */
const MOST_SIGNS = 60

const clipped = (text: string): string => (text.length > MOST_SIGNS ? `${text.slice(0, MOST_SIGNS)}…` : text)

/** Old and new value, coloured only where the game has made the change. */
function Values({ words, isMade }: { words: ChangeWords; isMade: boolean }): ReactNode {
  const { before, after } = words
  const title = [before, after].filter((text) => text !== null).join(' → ')
  const shown = {
    ...(before === null ? {} : { before: clipped(before) }),
    ...(after === null ? {} : { after: clipped(after) }),
  }
  return (
    <span className={styles.values} title={title}>
      {isMade ? <BeforeAfter {...shown} /> : Object.values(shown).join(' → ')}
    </span>
  )
}

function Whose({
  edit,
  game,
  name,
}: {
  edit: LatestEdit
  game: string
  name: string | undefined
}): ReactNode {
  const t = useEditTexts()
  if (edit.jobId !== null) {
    return (
      <Link to={`/jobs/${encodeURIComponent(edit.jobId)}`} title={t('history.openJob')}>
        {t('latest.manyPlayers')}
      </Link>
    )
  }
  return (
    <Link to={playerAddress({ uId: edit.uId, game })} title={edit.uId}>
      <bdi>{name ?? edit.uId}</bdi>
    </Link>
  )
}

function RowButtons({ edit, game }: { edit: LatestEdit; game: string }): ReactNode {
  const t = useEditTexts()
  const place = useScope(useShallow(selectedPlace))
  const canUndo = useMay(undoEdit) && isUndoable(edit) && edit.jobId === null
  // The rows of a job are in the audit as the job.
  const canAudit = useMay(readAudit, place) && edit.jobId === null
  const undo = (): void => {
    wantEntry(playerKey({ game, uId: edit.uId }), edit.id)
    goTo(playerAddress({ uId: edit.uId, game }))
  }
  return (
    <span className={styles.buttons}>
      {canUndo ? (
        <IconButton isSmall label={t('latest.undo')} onClick={undo}>
          <Undo2 size={13} aria-hidden />
        </IconButton>
      ) : null}
      {canAudit ? (
        <IconButton isSmall label={t('latest.audit')} onClick={() => goTo(auditAddress(edit))}>
          <ScrollText size={13} aria-hidden />
        </IconButton>
      ) : null}
    </span>
  )
}

interface LatestRowProps {
  edit: LatestEdit
  game: string
  /** Of the player, where it is known. */
  name: string | undefined
  words: (change: LatestEdit['changes'][number]) => ChangeWords
}

/** One edit: when, who, whose, what of it, and what came of it. */
export function LatestRow({ edit, game, name, words }: LatestRowProps): ReactNode {
  const t = useEditTexts()
  const now = useNow(MINUTE_MS)
  const { at, actor, reason, status, changes, changeCount } = edit
  const first = changes[0] === undefined ? null : words(changes[0])
  const isFirstMade = edit.results.some((result) => result.index === 0 && result.status === 0)
  return (
    <li className={styles.row}>
      <time className={styles.time} dateTime={new Date(at).toISOString()} title={formatInstant(at)}>
        {formatAgo(at, Math.max(now, at))}
      </time>
      <bdi className={styles.actor} title={reason}>
        {actor}
      </bdi>
      <span className={styles.player}>
        <Whose edit={edit} game={game} name={name} />
      </span>
      <span className={styles.field} title={first?.place}>
        {first === null || first.label === '' ? null : <bdi>{first.label}</bdi>} <code>{first?.place}</code>
      </span>
      <span className={styles.change}>
        {first === null ? null : <Values words={first} isMade={isFirstMade && isUndoable(edit)} />}
        {changeCount > 1 ? <Tag>{t('latest.more', { count: changeCount - 1 })}</Tag> : null}
      </span>
      <bdi className={styles.reason} title={reason}>
        {reason}
      </bdi>
      <span className={styles.result}>
        <Tag tone={EDIT_TONES[status]}>{t(`history.status.${status}`)}</Tag>
      </span>
      <RowButtons edit={edit} game={game} />
    </li>
  )
}
