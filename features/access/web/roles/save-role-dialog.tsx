import { isCallError, textOf, useKitText } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { ConfirmButton } from '@qd/web-controls'
import { DialogActions, openDialog } from '@qd/web-frame'
import { Button } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { roleSave } from '../../contract/index.ts'
import type { RoleView } from '../../contract/index.ts'
import { useAccessTexts } from '../texts.ts'
import { usePermissionName } from '../words/permission-words.ts'
import { diffOf } from './role-draft.ts'
import type { RoleDraft } from './role-draft.ts'
import styles from './roles.module.css'

interface SaveProps {
  role: RoleView
  draft: RoleDraft
  onSaved: (version: number) => void
  /** Somebody else saved meanwhile. */
  onConflict: () => void
}

function SaveView({
  role,
  draft,
  onSaved,
  onConflict,
  onClose,
}: SaveProps & { onClose: () => void }): ReactNode {
  const t = useAccessTexts()
  const kit = useKitText()
  const titleOf = usePermissionName()
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState('')
  const { added, removed, isRenamed } = diffOf(role, draft)
  const save = async () => {
    setSaving(true)
    setFailure('')
    try {
      const { version } = await call(
        roleSave,
        { body: { ...draft, codes: [...draft.codes] } },
        { tag: 'access:roles.review', told: 'form' },
      )
      onClose()
      onSaved(version)
    } catch (error) {
      if (!isCallError(error)) throw error
      if (error.code === 'role_changed') {
        onClose()
        onConflict()
      } else setFailure(error.told)
    } finally {
      setSaving(false)
    }
  }
  const row = (kind: 'added' | 'removed', key: string) => (
    <li key={key} data-kind={kind}>
      <strong aria-label={t(`roles.${kind}`)}>{kind === 'added' ? '+' : '−'}</strong>
      {titleOf(key)}
      <code className={styles.key}>{key}</code>
    </li>
  )
  return (
    <>
      <p className={styles.hint}>{t('roles.willReach', { count: role.holders })}</p>
      {isRenamed ? (
        <p className={styles.hint}>{t('roles.renamed', { from: role.name, to: draft.name })}</p>
      ) : null}
      <ul className={styles.diff}>
        {added.map((key) => row('added', key))}
        {removed.map((key) => row('removed', key))}
      </ul>
      {failure === '' ? null : (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose}>{kit('cancel')}</Button>
        <ConfirmButton loading={isSaving} onClick={() => void save()}>
          {t('save')}
        </ConfirmButton>
      </DialogActions>
    </>
  )
}

/** Shows what saving changes and for how many people, then saves. */
export function openSaveRole(props: SaveProps): void {
  openDialog(({ close }) => <SaveView {...props} onClose={close} />, {
    title: textOf('access', 'roles.saveTitle', { name: props.draft.name }),
    width: 520,
  })
}
