import { ENVIRONMENTS } from '@qd/contract-kit'
import { useKitText, useSession, useTimeZone, zoneName } from '@qd/web-base'
import { useCall } from '@qd/web-calls'
import { TimePicker, useNow } from '@qd/web-controls'
import { Button, Select } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { roleOptions } from '../../contract/index.ts'
import type { RoleGrant } from '../../contract/index.ts'
import { useAccessTexts } from '../texts.ts'
import { useResourceKinds } from '../words/resource-words.ts'
import { useRoleName } from '../words/role-name.ts'
import styles from './grants.module.css'
import { codesGiven, mayGiveHere } from './may-give.ts'
import { PlacePicker } from './place-picker.tsx'
import { ResourceFields, isWholePattern } from './resource-fields.tsx'

const MINUTE_MS = 60_000
const NOTHING: RoleGrant = { role: '', scope: '*', environment: '*' }

/** Where the signed-in user may give something: their first own place. */
function firstPlace(grants: readonly { scope: string }[] | undefined): string {
  const scopes = (grants ?? []).map(({ scope }) => scope)
  return scopes.includes('*') ? '*' : (scopes[0] ?? '*')
}

/** Role, place, environment and things of one grant more. */
export function GrantAdder({ onAdd }: { onAdd: (grant: RoleGrant) => void }): ReactNode {
  const t = useAccessTexts()
  const kit = useKitText()
  const roleName = useRoleName()
  const { minutesAt } = useTimeZone()
  const now = useNow(MINUTE_MS)
  const user = useSession((state) => state.userInfo)
  const roles = useCall(
    roleOptions,
    { body: {} },
    { tag: 'access:grant.give', told: 'toast', staleTimeMs: 60_000 },
  )
  const [grant, setGrant] = useState<RoleGrant>({ ...NOTHING, scope: firstPlace(user?.grants) })
  const set = (part: Partial<RoleGrant>) => setGrant({ ...grant, ...part })
  const chosen = roles.data?.find(({ code }) => code === grant.role)
  const kinds = useResourceKinds()
  const isWhole = isWholePattern(kinds, grant.resource)
  const isGivable = chosen !== undefined && isWhole && mayGiveHere(user, chosen, grant)
  const isUnused =
    chosen !== undefined && grant.resource !== undefined && codesGiven(chosen, grant).length === 0
  return (
    <div className={styles.adder}>
      <PlacePicker scope={grant.scope} onChange={(scope) => set({ scope })} />
      <div className={styles.pair}>
        <Select<string>
          aria-label={t('grant.role')}
          placeholder={t('grant.role')}
          loading={roles.isLoading}
          showSearch={{ optionFilterProp: 'label' }}
          value={grant.role === '' ? undefined : grant.role}
          options={(roles.data ?? []).map((role) => ({
            value: role.code,
            label: roleName(role),
            disabled: !mayGiveHere(user, role, grant),
          }))}
          onChange={(role) => set({ role })}
        />
        <Select<RoleGrant['environment']>
          aria-label={t('grant.environment')}
          value={grant.environment}
          options={[
            { value: '*', label: t('grant.allEnvironments') },
            ...ENVIRONMENTS.map((value) => ({ value, label: kit(`environment.${value}`) })),
          ]}
          onChange={(environment) => set({ environment })}
        />
        <Button
          icon={<Plus size={14} aria-hidden />}
          disabled={!isGivable}
          onClick={() => {
            onAdd(grant)
            set({ role: '', until: undefined })
          }}
        >
          {t('grant.add')}
        </Button>
      </div>
      {kinds.length === 0 ? null : (
        <ResourceFields kinds={kinds} value={grant.resource} onChange={(resource) => set({ resource })} />
      )}
      <div className={styles.until}>
        <TimePicker
          label={t('ends.at')}
          value={grant.until ?? null}
          onChange={(until) => set({ until: until ?? undefined })}
        />
        <span>{t('ends.hint', { zone: zoneName(minutesAt(grant.until ?? now)) })}</span>
      </div>
      {chosen === undefined || isGivable || !isWhole ? null : (
        <p className={styles.warning}>{t(isUnused ? 'only.unused' : 'grant.notHeld')}</p>
      )}
    </div>
  )
}
