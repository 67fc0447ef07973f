import { useKitText } from '@qd/web-base'
import { DialogActions, openDialog } from '@qd/web-frame'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { groupDigits } from '@qd/web-controls/fields'
import { draftActions } from '../../state/editor-store.ts'
import { editText, useEditTexts } from '../../texts.ts'
import type { EditTexts } from '../../texts.ts'
import { InPlace } from '../../state/in-place.tsx'
import { planPaste } from './plan-paste.ts'
import type { PasteFault, PastePlan, PasteTarget } from './plan-paste.ts'
import { runSliced } from '../run-sliced.ts'
import styles from '../edits/grid-dialog.module.css'

/** Faults listed; the rest is counted. */
const MOST_FAULTS = 200

function faultText(t: EditTexts, { code, detail, column }: PasteFault): string {
  switch (code) {
    case 'key_missing':
    case 'key_twice':
    case 'row_removed':
    case 'no_row':
    case 'awaited':
      return t(`grid.paste.fault.${code}`, { detail })
  }
  return t(`fault.${code}`, { detail: groupDigits(detail), field: column })
}

function Faults({ faults }: { faults: readonly PasteFault[] }): ReactNode {
  const t = useEditTexts()
  return (
    <>
      <h3 className={styles.faultTitle}>{t('grid.paste.faults', { count: faults.length })}</h3>
      <div
        className={styles.faults}
        tabIndex={0}
        role="region"
        aria-label={t('grid.paste.faults', { count: faults.length })}
      >
        <table>
          <thead>
            <tr>
              <th>{t('grid.paste.line')}</th>
              <th>{t('grid.column')}</th>
              <th>{t('grid.paste.text')}</th>
              <th>{t('grid.paste.why')}</th>
            </tr>
          </thead>
          <tbody>
            {faults.slice(0, MOST_FAULTS).map((fault) => (
              <tr key={`${fault.line} ${fault.column}`}>
                <td className={styles.digits}>{fault.line}</td>
                <td>{fault.column || '–'}</td>
                <td>
                  <bdi className={styles.pasted}>{fault.text}</bdi>
                </td>
                <td>{faultText(t, fault)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {faults.length > MOST_FAULTS ? (
          <p className={styles.hint}>{t('grid.paste.moreFaults', { count: faults.length - MOST_FAULTS })}</p>
        ) : null}
      </div>
    </>
  )
}

function Summary({ plan }: { plan: PastePlan }): ReactNode {
  const t = useEditTexts()
  return (
    <ul className={styles.summary}>
      <li>{t('grid.paste.changes', { count: plan.changedRows })}</li>
      <li data-new={plan.addedRows > 0 || undefined}>{t('grid.paste.adds', { count: plan.addedRows })}</li>
      {plan.hasHead ? <li>{t('grid.paste.head')}</li> : null}
      {plan.ignored.length === 0 ? null : (
        <li>{t('grid.paste.ignored', { columns: plan.ignored.join(', ') })}</li>
      )}
    </ul>
  )
}

interface PasteProps {
  cells: readonly (readonly string[])[]
  target: PasteTarget
  /** The plan where it was made already. */
  known: PastePlan | null
  onClose: () => void
}

function PastePreview({ cells, target, known, onClose }: PasteProps): ReactNode {
  const t = useEditTexts()
  const kit = useKitText()
  const [plan, setPlan] = useState(known)
  const [share, setShare] = useState(0)
  useEffect(() => {
    if (known) return undefined
    return runSliced(planPaste(cells, target), { onProgress: setShare, onDone: setPlan })
  }, [cells, target, known])
  const apply = (): void => {
    if (plan) draftActions.edit(target.place.player, plan.changes)
    onClose()
  }
  if (!plan) {
    return (
      <>
        <p role="status">{t('grid.paste.reading', { percent: Math.floor(share * 100) })}</p>
        <progress className={styles.progress} value={share} aria-label={t('grid.paste.title')} />
        <DialogActions>
          <Button onClick={onClose}>{kit('cancel')}</Button>
        </DialogActions>
      </>
    )
  }
  const isFaulty = plan.faults.length > 0
  return (
    <>
      <Summary plan={plan} />
      {isFaulty ? <Faults faults={plan.faults} /> : null}
      <DialogActions>
        <Button onClick={onClose}>{kit('cancel')}</Button>
        <Button type="primary" disabled={plan.changes.length === 0} onClick={apply}>
          {isFaulty
            ? t('grid.paste.applyGood', { count: plan.changes.length })
            : t('grid.paste.apply', { count: plan.changes.length })}
        </Button>
      </DialogActions>
    </>
  )
}

/** Shows what a paste would do, with all that is wrong in it, before anything is done. */
export function openPaste(
  cells: readonly (readonly string[])[],
  target: PasteTarget,
  known: PastePlan | null,
): void {
  openDialog(
    ({ close }) => (
      <InPlace place={target.place}>
        <PastePreview cells={cells} target={target} known={known} onClose={close} />
      </InPlace>
    ),
    { title: editText('grid.paste.title'), width: 620 },
  )
}
