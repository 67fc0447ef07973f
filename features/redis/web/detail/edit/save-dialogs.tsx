import { useKitText } from '@qd/web-base'
import { ConfirmButton } from '@qd/web-controls'
import { DialogActions, openDialog } from '@qd/web-frame'
import { TextDiff } from '@qd/web-json'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { redisText, useRedisTexts } from '../../texts.ts'
import styles from './save-dialogs.module.css'
import { Failure, useRun } from './use-run.tsx'

/** Longer values, and those of several lines, are compared before they are saved. */
const SHORT_CHARS = 80

export function wantsDiff(before: string, after: string): boolean {
  return [before, after].some((text) => text.length > SHORT_CHARS || text.includes('\n'))
}

interface Change {
  readonly before: string
  readonly after: string
  /** What else is other than before, in words. */
  readonly notes: readonly string[]
  readonly save: () => Promise<unknown>
}

function DiffQuestion(props: Change & { onClose: () => void }): ReactNode {
  const t = useRedisTexts()
  const kit = useKitText()
  const { isRunning, failure, run } = useRun(props.onClose)
  return (
    <>
      <TextDiff label={redisText('detail.diff')} before={props.before} after={props.after} />
      {props.notes.map((note) => (
        <p key={note} className={styles.text}>
          {note}
        </p>
      ))}
      <Failure text={failure} />
      <DialogActions>
        <Button onClick={props.onClose}>{kit('cancel')}</Button>
        <ConfirmButton data-first-focus loading={isRunning} onClick={() => void run(props.save)}>
          {t('detail.save')}
        </ConfirmButton>
      </DialogActions>
    </>
  )
}

/** Shows what a save would change, and saves. */
export function openDiff(change: Change): void {
  openDialog(({ close }) => <DiffQuestion {...change} onClose={close} />, {
    title: redisText('detail.diff'),
    width: 760,
  })
}

export interface Conflict {
  /** What stands there now; null: it is gone. */
  readonly now: string | null
  readonly mine: string
  /** Saves what was typed in spite of it; absent: there is nothing to save it to. */
  readonly overwrite?: () => Promise<unknown>
  /** Drops what was typed. */
  readonly onTakeTheirs: () => void
}

function ConflictQuestion({ conflict, onClose }: { conflict: Conflict; onClose: () => void }): ReactNode {
  const t = useRedisTexts()
  const { now, mine, overwrite } = conflict
  const { isRunning, failure, run } = useRun(onClose)
  return (
    <>
      <p className={styles.text}>{t(now === null ? 'detail.conflictGone' : 'detail.conflictText')}</p>
      {now === null ? (
        <pre className={styles.mine}>{mine}</pre>
      ) : (
        <>
          <p className={styles.legend}>
            <del>{t('detail.conflictNow')}</del> <ins>{t('detail.conflictMine')}</ins>
          </p>
          <TextDiff label={redisText('detail.diff')} before={now} after={mine} />
        </>
      )}
      <Failure text={failure} />
      <DialogActions>
        <Button
          onClick={() => {
            conflict.onTakeTheirs()
            onClose()
          }}
        >
          {t(now === null ? 'detail.dropMine' : 'detail.takeTheirs')}
        </Button>
        <Button data-first-focus onClick={onClose}>
          {t('detail.editOn')}
        </Button>
        {overwrite === undefined ? null : (
          <ConfirmButton danger loading={isRunning} onClick={() => void run(overwrite)}>
            {t(now === null ? 'detail.createAgain' : 'detail.saveMine')}
          </ConfirmButton>
        )}
      </DialogActions>
    </>
  )
}

/** Somebody else was faster: what stands there now beside what was typed, and nothing is lost. */
export function openConflict(conflict: Conflict): void {
  openDialog(({ close }) => <ConflictQuestion conflict={conflict} onClose={close} />, {
    title: redisText('detail.conflict'),
    width: 760,
    danger: true,
    isDismissible: false,
  })
}
