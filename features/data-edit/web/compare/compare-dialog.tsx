import type { Change } from '@qd/protocol-model'
import { saveFile, useKitText } from '@qd/web-base'
import { LoadingRows } from '@qd/web-controls'
import { DialogActions, openDialog, toast } from '@qd/web-frame'
import { Button, Input, Switch } from 'antd'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { canBeTaken, differenceOf } from '../model/difference.ts'
import { changeSetText } from '../state/change-set-file.ts'
import { EditorPlaceContext, useEditorPlace, useEditorSession } from '../state/editor-context.ts'
import type { EditorPlace } from '../state/editor-context.ts'
import { draftActions } from '../state/editor-store.ts'
import { editTitle, useEditTexts } from '../texts.ts'
import { DifferenceTree } from './difference-tree.tsx'
import { SnapshotList } from './snapshot-list.tsx'
import type { OtherState } from './use-other-state.ts'
import { useOtherState } from './use-other-state.ts'
import styles from './compare.module.css'

function Difference({ other, onClose }: { other: OtherState; onClose: () => void }): ReactNode {
  const t = useEditTexts()
  const kit = useKitText()
  const { uId, player, canEdit } = useEditorPlace()
  const session = useEditorSession()
  const { protocol, data } = session.draft
  const [filter, setFilter] = useState('')
  const [isQuiet, setQuiet] = useState(true)
  const changes = useMemo(
    () => differenceOf(protocol, { here: data, there: other.data }, { isQuiet }),
    [protocol, data, other.data, isQuiet],
  )
  const takable = useMemo(() => changes.filter(canBeTaken), [changes])
  const take = (taken: readonly Change[]): void => {
    draftActions.edit(player, taken)
    toast.success(t('compare.taken', { count: taken.length }))
  }
  return (
    <>
      <p className={styles.text}>{t('compare.result', { count: changes.length, name: other.title })}</p>
      {other.isOtherProtocol ? <p className={styles.warn}>{t('compare.otherProtocol')}</p> : null}
      <div className={styles.tools}>
        <Input
          allowClear
          aria-label={t('compare.filter')}
          placeholder={t('compare.filter')}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
        <label className={styles.quiet}>
          <Switch size="small" checked={isQuiet} onChange={setQuiet} /> {t('compare.quiet')}
        </label>
      </div>
      <DifferenceTree changes={changes} filter={filter} onTake={take} />
      <DialogActions>
        <Button
          disabled={changes.length === 0}
          onClick={() => saveFile(`difference-${uId}.json`, changeSetText(session, changes))}
        >
          {t('compare.save')}
        </Button>
        {canEdit ? (
          <Button disabled={takable.length === 0} onClick={() => take(takable)}>
            {t('compare.takeAll')}
          </Button>
        ) : null}
        <Button type="primary" onClick={onClose}>
          {kit('close')}
        </Button>
      </DialogActions>
    </>
  )
}

function CompareForm({ onClose }: { onClose: () => void }): ReactNode {
  const t = useEditTexts()
  const [typed, setTyped] = useState('')
  const { other, isBusy, failure, comparePlayer, compareSnapshot } = useOtherState()
  if (isBusy) return <LoadingRows rows={6} />
  if (other !== null) return <Difference other={other} onClose={onClose} />
  return (
    <>
      <form
        className={styles.tools}
        onSubmit={(event) => {
          event.preventDefault()
          if (typed !== '') comparePlayer(typed)
        }}
      >
        <Input
          autoFocus
          className="qd-mono"
          inputMode="numeric"
          aria-label={t('compare.uId')}
          placeholder={t('compare.uId')}
          value={typed}
          onChange={(event) => setTyped(event.target.value.replaceAll(/\D/g, ''))}
        />
        <Button type="primary" htmlType="submit" disabled={typed === ''}>
          {t('compare.compare')}
        </Button>
      </form>
      {failure === '' ? null : (
        <p role="alert" className={styles.warn}>
          {failure}
        </p>
      )}
      <h3 className={styles.title}>{t('compare.snapshots')}</h3>
      <SnapshotList onCompare={compareSnapshot} />
    </>
  )
}

/** The player beside another one or beside themselves as they were; what differs can be taken over into the draft. */
export function openCompare(place: EditorPlace): void {
  openDialog(
    ({ close }) => (
      <EditorPlaceContext value={place}>
        <CompareForm onClose={close} />
      </EditorPlaceContext>
    ),
    { title: editTitle('compare.title'), width: 760 },
  )
}
