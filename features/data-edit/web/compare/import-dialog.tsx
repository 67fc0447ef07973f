import { playerKey } from '@qd/contract-kit'
import { applyAll, parseChangeSet, placeText } from '@qd/player-diff'
import type { ChangeSet, ChangeSetFault } from '@qd/player-diff'
import { locateChange } from '@qd/protocol-model'
import type { Change } from '@qd/protocol-model'
import { formatMoment, useKitText } from '@qd/web-base'
import { DialogActions, FileButton, openDialog, toast } from '@qd/web-frame'
import { Button } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { carryChanges } from '../model/kept-draft.ts'
import { ChangePlace, ChangeValues } from '../pending/change-item.tsx'
import { EditorPlaceContext, useEditorSession } from '../state/editor-context.ts'
import type { EditorPlace } from '../state/editor-context.ts'
import { draftActions } from '../state/editor-store.ts'
import { editTitle, useEditTexts } from '../texts.ts'
import styles from './compare.module.css'

/** The changes as they would be here; what has no place has no names either. */
function ChangeList(props: { title: string; changes: readonly Change[]; isPlaced?: boolean }): ReactNode {
  const { title, changes, isPlaced } = props
  const { protocol, data } = useEditorSession().draft
  if (changes.length === 0) return null
  const here = (change: Change): Change => {
    const located = locateChange(protocol, data, change)
    return { ...change, old: located.ok ? located.current : change.old }
  }
  return (
    <details open={changes.length <= 20}>
      <summary>{title}</summary>
      <ul className={styles.places}>
        {changes.slice(0, 200).map((change, index) =>
          isPlaced === true ? (
            <li key={index}>
              <ChangePlace change={change} />{' '}
              <span className={styles.values}>
                <ChangeValues change={here(change)} />
              </span>
            </li>
          ) : (
            <li key={index}>
              <code>{placeText(change, change.diff)}</code> <bdi>{JSON.stringify(change.value ?? null)}</bdi>
            </li>
          ),
        )}
      </ul>
    </details>
  )
}

function Preview({ set, onClose }: { set: ChangeSet; onClose: () => void }): ReactNode {
  const t = useEditTexts()
  const kit = useKitText()
  const { uId, game, md5, draft } = useEditorSession()
  const carried = carryChanges(draft.protocol, set.changes)
  const failed = new Set(applyAll(draft.protocol, draft.data, carried.fits).failed.map(({ index }) => index))
  const fits = carried.fits.filter((_change, index) => !failed.has(index))
  const left = [
    ...carried.aside.map(({ change }) => change),
    ...carried.fits.filter((_, index) => failed.has(index)),
  ]
  const isOtherGame = set.game !== game
  const take = (): void => {
    draftActions.edit(playerKey({ game, uId }), fits)
    toast.success(t('compare.taken', { count: fits.length }))
    onClose()
  }
  return (
    <>
      <p className={styles.text}>
        {t('import.about', { actor: set.made.by, time: formatMoment(set.made.at), uId: set.uId ?? '–' })}{' '}
        <bdi>{set.note}</bdi>
      </p>
      {isOtherGame ? <p className={styles.warn}>{t('compare.otherGame')}</p> : null}
      {set.protocolMd5 === md5 ? null : <p className={styles.warn}>{t('compare.otherProtocol')}</p>}
      <ChangeList title={t('import.fits', { count: fits.length })} changes={fits} isPlaced />
      <ChangeList title={t('import.left', { count: left.length })} changes={left} />
      <DialogActions>
        <Button onClick={onClose}>{kit('cancel')}</Button>
        <Button type="primary" disabled={isOtherGame || fits.length === 0} onClick={take}>
          {t('compare.take', { count: fits.length })}
        </Button>
      </DialogActions>
    </>
  )
}

function ImportForm({ onClose }: { onClose: () => void }): ReactNode {
  const t = useEditTexts()
  const [set, setSet] = useState<ChangeSet | null>(null)
  const [fault, setFault] = useState<ChangeSetFault | null>(null)
  const read = async (file: File): Promise<void> => {
    const parsed = parseChangeSet(await file.text())
    setFault(parsed.ok ? null : parsed.fault)
    setSet(parsed.ok ? parsed.set : null)
  }
  if (set !== null) return <Preview set={set} onClose={onClose} />
  return (
    <>
      <p className={styles.text}>{t('import.hint')}</p>
      <FileButton label={t('import.file')} accept=".json,application/json" onFile={read} />
      {fault === null ? null : (
        <p role="alert" className={styles.warn}>
          {t('import.fault', { line: fault.line, path: fault.path === '' ? '–' : fault.path })}{' '}
          {t(`import.code.${fault.code}`)}
        </p>
      )}
    </>
  )
}

/** A change-set file becomes pending changes; what has no place here is told and left out. */
export function openImport(place: EditorPlace): void {
  openDialog(
    ({ close }) => (
      <EditorPlaceContext value={place}>
        <ImportForm onClose={close} />
      </EditorPlaceContext>
    ),
    { title: editTitle('import.title'), width: 600 },
  )
}
