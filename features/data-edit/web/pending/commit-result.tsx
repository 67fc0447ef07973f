import { readAudit } from '@qd/audit/contract'
import type { Change } from '@qd/protocol-model'
import { useMay } from '@qd/web-calls'
import { IconButton } from '@qd/web-controls'
import { Button } from 'antd'
import { Check, CircleAlert, Info, ScrollText, TriangleAlert, Undo2, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { MOST_UNDONE_AT_ONCE } from '../../contract/index.ts'
import { openUndo, openUndoMany } from '../history/undo-dialog.tsx'
import { useEditorPlace, useEditorSession, useSessionPart } from '../state/editor-context.ts'
import { useEditor } from '../state/editor-store.ts'
import { WHOLE_HISTORY } from '../state/history-place.ts'
import { isTakenBack } from '../state/outcome.ts'
import type { Outcome } from '../state/outcome.ts'
import { useEditTexts } from '../texts.ts'
import { changeLabel } from '../values/change-label.ts'
import { ChangeValues } from './change-item.tsx'
import styles from './check-report.module.css'

/** Changes named; the history has all of them. */
const MOST_NAMED = 20
const MOST_NOTES = 200

function Warning({ children }: { children: ReactNode }): ReactNode {
  return (
    <li className={styles.warn}>
      <TriangleAlert size={14} aria-hidden />
      <span>{children}</span>
    </li>
  )
}

interface MadeProps {
  change: Change
  /** Why the game refused it; null: it took effect. */
  refusal: string | null
}

/** One change of the commit: what it is called, from what to what, or why it was refused. */
function Made({ change, refusal }: MadeProps): ReactNode {
  const place = useEditorPlace()
  const { protocol, base } = useSessionPart((session) => session.draft)
  const { place: code, module, row, field } = changeLabel(protocol, change, { data: base, place })
  const name = [row, field].filter((part) => part !== '').join(' · ')
  return (
    <li className={refusal === null ? undefined : styles.err} title={code}>
      {refusal === null ? (
        <Check size={14} aria-hidden className={styles.ok} />
      ) : (
        <CircleAlert size={14} aria-hidden />
      )}
      <span>
        <bdi>{name === '' ? module : name}</bdi>{' '}
        <span className={styles.values}>
          <ChangeValues change={change} />
        </span>
        {refusal === null ? null : <span className={styles.more}>{refusal}</span>}
      </span>
    </li>
  )
}

function MadeList({ edits }: Pick<Outcome, 'edits'>): ReactNode {
  const t = useEditTexts()
  const made = edits.flatMap(({ changes, results }, part) => {
    const refused = results.filter(({ status }) => status !== 0)
    const refusals = new Map(refused.map(({ index, msg }) => [index, msg]))
    return changes.map((change, index) => ({
      key: `${part} ${index}`,
      change,
      refusal: refusals.get(index) ?? null,
    }))
  })
  const more = made.length - MOST_NAMED
  return (
    <>
      {made.slice(0, MOST_NAMED).map(({ key, change, refusal }) => (
        <Made key={key} change={change} refusal={refusal} />
      ))}
      {more <= 0 ? null : (
        <li>
          <span>{t('check.more', { count: more })}</span>
        </li>
      )}
    </>
  )
}

/** What the operator should know beside it: values stored differently, parts left, an answer that came twice. */
function Notes({ outcome }: { outcome: Outcome }): ReactNode {
  const t = useEditTexts()
  const { normalised, parts, isReadBack, isReplayed } = outcome
  return (
    <>
      {normalised.slice(0, MOST_NOTES).map(({ place, asked, stored }) => (
        <Warning key={place}>
          {t('outcome.normalised', { place, asked: JSON.stringify(asked), stored: JSON.stringify(stored) })}
        </Warning>
      ))}
      {parts === null || parts.done === parts.count ? null : <Warning>{t('parts.left', parts)}</Warning>}
      {isReadBack ? null : <Warning>{t('outcome.notReadBack')}</Warning>}
      {isReplayed ? (
        <li>
          <Info size={14} aria-hidden />
          <span>{t('outcome.replayed')}</span>
        </li>
      ) : null}
    </>
  )
}

/** The way back, and to what the audit has of it. */
function Ways({ outcome }: { outcome: Outcome }): ReactNode {
  const t = useEditTexts()
  const place = useEditorPlace()
  const { protocol, base } = useSessionPart((session) => session.draft)
  const canAudit = useMay(readAudit, place.rightsAt) && outcome.requestId !== ''
  const made = outcome.edits.filter(({ status }) => status !== 'refused')
  const [first] = made
  const canUndo = place.canUndo && first !== undefined && !isTakenBack(outcome, protocol, base)
  const undo = (): void => {
    if (first === undefined) return
    if (made.length === 1) openUndo(place, first)
    else if (made.length <= MOST_UNDONE_AT_ONCE) openUndoMany(place, made, () => undefined)
    else useEditor.getState().patch(place.player, { history: WHOLE_HISTORY })
  }
  if (!canUndo && !canAudit) return null
  return (
    <div className={styles.ways}>
      {canUndo ? (
        <Button size="small" icon={<Undo2 size={13} aria-hidden />} onClick={undo}>
          {t('undo.action')}
        </Button>
      ) : null}
      {canAudit ? (
        <Link className={styles.way} to={`/audit?requestId=${encodeURIComponent(outcome.requestId)}`}>
          <ScrollText size={13} aria-hidden /> {t('latest.audit')}
        </Link>
      ) : null}
    </div>
  )
}

/** What became of the last commit, change by change, with the way back; it stays until the next change. */
export function CommitResult(): ReactNode {
  const t = useEditTexts()
  const { player } = useEditorPlace()
  const { outcome } = useEditorSession()
  const report = useRef<HTMLElement>(null)
  const editId = outcome?.editId
  useEffect(() => {
    // Below refused changes it may be out of view.
    if (editId !== undefined) report.current?.scrollIntoView({ block: 'nearest' })
  }, [editId])
  if (outcome === null) return null
  const { applied, refused } = outcome
  const sums = [
    applied === 0 ? '' : t('outcome.applied', { count: applied }),
    refused === 0 ? '' : t('outcome.refused', { count: refused }),
  ]
  return (
    <section ref={report} className={styles.report} aria-label={t('outcome.title')}>
      <div className={styles.head}>
        <h3 className={styles.title}>{t('outcome.title')}</h3>
        <IconButton
          isSmall
          label={t('banner.close')}
          onClick={() => useEditor.getState().patch(player, { outcome: null })}
        >
          <X size={13} aria-hidden />
        </IconButton>
      </div>
      <div role="status">
        {sums.map((sum) =>
          sum === '' ? null : (
            <p key={sum} className={styles.sum}>
              {sum}
            </p>
          ),
        )}
      </div>
      <ul className={styles.list}>
        <MadeList edits={outcome.edits} />
        <Notes outcome={outcome} />
      </ul>
      <Ways outcome={outcome} />
    </section>
  )
}
