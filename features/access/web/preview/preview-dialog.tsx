import { ENVIRONMENTS } from '@qd/contract-kit'
import { isCallError, startPreview, textOf, useKitText, useSession } from '@qd/web-base'
import { call, useCall, useMay } from '@qd/web-calls'
import { DialogActions, blockPage, openDialog } from '@qd/web-frame'
import type { SessionUser } from '@qd/web-base'
import { Button, Select } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { roleOptions, rolePreview } from '../../contract/index.ts'
import type { RoleGrant, RoleView } from '../../contract/index.ts'
import { codesGiven, mayGiveHere } from '../grants/may-give.ts'
import { PlacePicker } from '../grants/place-picker.tsx'
import { ResourceFields, isWholePattern } from '../grants/resource-fields.tsx'
import { useAccessTexts } from '../texts.ts'
import { useResourceKinds } from '../words/resource-words.ts'
import styles from './preview.module.css'

/** The user as the preview shows them until the server has said so itself. */
function narrowed(
  user: SessionUser,
  role: RoleView,
  { grant, codes, expiresAt }: { grant: RoleGrant; codes: readonly string[]; expiresAt: number },
) {
  const { scope, environment, resource } = grant
  return {
    ...user,
    roles: resource === undefined ? [role.code] : [],
    permissions: [],
    grants: [{ scope, environment, codes: [...codes], resource }],
    session: { ...user.session, kind: 'preview', expiresAt },
    preview: { label: role.isBuiltIn ? role.code : role.name },
  }
}

function PreviewForm({ role, onClose }: { role: RoleView; onClose: () => void }): ReactNode {
  const t = useAccessTexts()
  const kit = useKitText()
  const user = useSession((state) => state.userInfo)
  const first =
    user?.grants?.some(({ scope }) => scope === '*') === true ? '*' : (user?.grants?.[0]?.scope ?? '*')
  const [grant, setGrant] = useState<RoleGrant>({ role: role.code, scope: first, environment: '*' })
  const [failure, setFailure] = useState('')
  const kinds = useResourceKinds()
  const mayRead = useMay(roleOptions)
  const options = useCall(roleOptions, kinds.length > 0 && mayRead ? { body: {} } : null, {
    tag: 'access:preview.start',
    told: 'toast',
    staleTimeMs: 60_000,
  })
  const given = {
    codes: role.codes,
    narrowed: options.data?.find(({ code }) => code === role.code)?.narrowed ?? [],
  }
  const codes = codesGiven(given, grant)
  const isHeld = isWholePattern(kinds, grant.resource) && mayGiveHere(user, given, grant)
  const open = async () => {
    if (user === null) return
    setFailure('')
    try {
      // Another session takes over this page as a whole.
      const { token, expiresAt } = await blockPage(() =>
        call(rolePreview, { body: grant }, { tag: 'access:preview.start', told: 'form' }),
      )
      if (!startPreview({ token, userInfo: narrowed(user, role, { grant, codes, expiresAt }) }, grant)) {
        setFailure(t('preview.noStorage'))
      }
    } catch (error) {
      if (!isCallError(error)) throw error
      setFailure(error.told)
    }
  }
  return (
    <div className={styles.fields}>
      <p className={styles.hint}>{t('preview.hint')}</p>
      <PlacePicker scope={grant.scope} onChange={(scope) => setGrant({ ...grant, scope })} />
      <Select<RoleGrant['environment']>
        aria-label={t('grant.environment')}
        value={grant.environment}
        options={[
          { value: '*', label: t('grant.allEnvironments') },
          ...ENVIRONMENTS.map((value) => ({ value, label: kit(`environment.${value}`) })),
        ]}
        onChange={(environment) => setGrant({ ...grant, environment })}
      />
      {given.narrowed.length === 0 ? null : (
        <ResourceFields
          kinds={kinds.filter(({ kind }) => given.narrowed.some((left) => left.kind === kind))}
          value={grant.resource}
          onChange={(resource) => setGrant({ ...grant, resource })}
        />
      )}
      {isHeld ? null : <p className={styles.failure}>{t('grant.notHeld')}</p>}
      {failure === '' ? null : (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose}>{kit('cancel')}</Button>
        <Button type="primary" disabled={!isHeld} onClick={() => void open()}>
          {t('preview.open')}
        </Button>
      </DialogActions>
    </div>
  )
}

/** Asks where the role is to be looked through, and opens the preview in this browser tab. */
export function openPreviewDialog(role: RoleView, name: string): void {
  openDialog(({ close }) => <PreviewForm role={role} onClose={close} />, {
    title: textOf('access', 'preview.title', { role: name }),
    width: 620,
  })
}
