import { placeId } from '@qd/player-diff'
import type { Change } from '@qd/protocol-model'
import { saveFile, useKitText } from '@qd/web-base'
import { LoadingRows } from '@qd/web-controls'
import { DialogActions, FileButton, openDialog, toast } from '@qd/web-frame'
import { Button, Input, Switch } from 'antd'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { differenceOf } from '../model/difference.ts'
import { changeSetText } from '../state/change-set-file.ts'
import { EditorPlaceContext, useEditorPlace, useEditorSession } from '../state/editor-context.ts'
import type { EditorPlace } from '../state/editor-context.ts'
import { draftActions } from '../state/editor-store.ts'
import { editTitle, useEditTexts } from '../texts.ts'
import { DifferenceTree, Tick } from './difference-tree.tsx'
import { SnapshotList } from './snapshot-list.tsx'
import type { OtherState } from './use-other-state.ts'
import { useOtherState } from './use-other-state.ts'
import { useWhyNot } from './use-why-not.ts'
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
  const whyNot = useWhyNot(changes)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const takable = useMemo(() => changes.filter((change) => !whyNot.has(placeId(change))), [changes, whyNot])
  const selected = takable.filter((change) => chosen.has(placeId(change)))
  const ticked = useMemo(
    () => ({
      ids: chosen,
      whyNot,
      tick: (some: readonly Change[], isOn: boolean) =>
        setChosen((before) => {
          const next = new Set(before)
          for (const change of some) {
            if (isOn) next.add(placeId(change))
            else next.delete(placeId(change))
          }
          return next
        }),
    }),
    [chosen, whyNot],
  )
  const take = (taken: readonly Change[]): void => {
    draftActions.edit(player, taken)
    setChosen(new Set())
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
      {changes.length === 0 ? null : (
        <div className={styles.sides}>
          <Tick changes={changes} label={t('compare.selectAll')} ticked={ticked} />
          <span>{t('compare.selected', { count: selected.length, all: takable.length })}</span>
          <span className={styles.side} data-side="here">
            {t('compare.here')}
          </span>
          <span className={styles.side} data-side="there">
            <bdi>{other.title}</bdi>
          </span>
        </div>
      )}
      <DifferenceTree changes={changes} filter={filter} ticked={ticked} />
      <DialogActions>
        <Button
          disabled={changes.length === 0}
          onClick={() => saveFile(`difference-${uId}.json`, changeSetText(session, changes))}
        >
          {t('compare.save')}
        </Button>
        {canEdit ? (
          <>
            <Button disabled={takable.length === 0} onClick={() => take(takable)}>
              {t('compare.takeAll')}
            </Button>
            <Button type="primary" disabled={selected.length === 0} onClick={() => take(selected)}>
              {t('compare.takeSelected', { count: selected.length })}
            </Button>
          </>
        ) : null}
        <Button onClick={onClose}>{kit('close')}</Button>
      </DialogActions>
    </>
  )
}

function CompareForm({ onClose }: { onClose: () => void }): ReactNode {
  const t = useEditTexts()
  const [typed, setTyped] = useState('')
  const { other, isBusy, failure, comparePlayer, compareSnapshot, compareFile } = useOtherState()
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
      <div className={styles.file}>
        <FileButton label={t('compare.file')} accept=".json,application/json" onFile={compareFile} />
      </div>
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
    { title: editTitle('compare.title'), width: 960 },
  )
}
