import { textOf, useKitText } from '@qd/web-base'
import { call, useCall, useMay } from '@qd/web-calls'
import { LoadingRows, Tag } from '@qd/web-controls'
import { openReasonDialog } from '@qd/web-forms'
import { EmptyState, ErrorState, NoPermission, toast } from '@qd/web-frame'
import { Button } from 'antd'
import { Plus, SlidersHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RouteReply } from '@qd/contract-kit'
import { approvalSettings, policyList } from '../../contract/index.ts'
import type { PolicyView } from '../../contract/index.ts'
import { placeText } from '../parts/words.ts'
import { useApprovalsTexts } from '../texts.ts'
import type { ApprovalsTexts } from '../texts.ts'
import { ManageFrame } from './manage-frame.tsx'
import styles from './manage.module.css'
import { openPolicyDialog } from './policy-dialog.tsx'
import { refreshPolicies } from './refresh-policies.ts'

type Policies = RouteReply<typeof policyList>

function turn(isOn: boolean, version: number): void {
  openReasonDialog({
    title: textOf('approvals', isOn ? 'policy.turnOn' : 'policy.turnOff'),
    text: textOf('approvals', isOn ? 'policy.turnOnText' : 'policy.turnOffText'),
    action: textOf('approvals', isOn ? 'policy.turnOn' : 'policy.turnOff'),
    run: async (reason) => {
      await call(
        approvalSettings,
        { body: { isOn, version, reason } },
        { tag: 'approvals:policy.title', told: 'toast' },
      )
      refreshPolicies()
      toast.success(textOf('approvals', isOn ? 'policy.isOn' : 'policy.isOff'))
    },
  })
}

function Switch({ policies }: { policies: Policies }): ReactNode {
  const t = useApprovalsTexts()
  const { isOn, settingsVersion, mayEdit } = policies
  return (
    <div className={styles.state} data-on={isOn}>
      <p role="status">{t(isOn ? 'policy.isOnText' : 'offBanner')}</p>
      {mayEdit ? (
        <Button size="small" onClick={() => turn(!isOn, settingsVersion)}>
          {t(isOn ? 'policy.turnOff' : 'policy.turnOn')}
        </Button>
      ) : null}
    </div>
  )
}

/** When a policy asks, in one sentence. */
function matchText(
  policy: PolicyView,
  policies: Policies,
  t: ApprovalsTexts,
  kit: ReturnType<typeof useKitText>,
) {
  const { effects = [], types, environments, scopes, leastRisk, limits } = policy.match
  const titles = types.map((type) => policies.types.find((each) => each.type === type)?.title ?? type)
  const named = [...effects.map((each) => kit(`effect.${each}`)), ...titles]
  const place = (scope: string) => {
    const known = policies.places.find((each) => each.scope === scope)
    return placeText(known ?? { scope, placeName: [] }, t)
  }
  const parts = [
    named.length === 0 ? t('policy.everything') : named.join(', '),
    ...(environments.length === 0 ? [] : [environments.map((each) => kit(`environment.${each}`)).join(', ')]),
    ...(scopes.length === 0 ? [] : [scopes.map(place).join(', ')]),
    t('policy.fromRisk', { risk: t(`risk.${leastRisk}`) }),
  ]
  if (limits !== null) {
    if (limits.rows !== null) parts.push(t('policy.fromRows', { count: limits.rows }))
    if (limits.worth !== null) parts.push(t('policy.fromWorth', { worth: limits.worth }))
    if (limits.sensitive) parts.push(t('policy.onSensitive'))
  }
  return parts.join(' · ')
}

function PolicyRow({ policy, policies }: { policy: PolicyView; policies: Policies }): ReactNode {
  const t = useApprovalsTexts()
  const kit = useKitText()
  const groupName = (id: string) => policies.groups.find((each) => each.id === id)?.name ?? id
  const stages = policy.stages.map(({ name, need, groups }) =>
    [name, t('stage.need', { count: need }), ...groups.map(groupName)].join(' · '),
  )
  return (
    <li>
      <h3>
        {policy.name}
        <Tag tone={policy.isActive ? 'ok' : 'neutral'}>
          {t(policy.isActive ? 'policy.active' : 'policy.inactive')}
        </Tag>
      </h3>
      <p>{matchText(policy, policies, t, kit)}</p>
      <p>{stages.join(' → ')}</p>
      {policy.isWidened ? <p className={styles.widened}>{t('policy.widened')}</p> : null}
      <span>
        {policies.mayEdit ? (
          <Button size="small" onClick={() => openPolicyDialog(policy, policies)}>
            {t('policy.edit')}
          </Button>
        ) : null}
      </span>
    </li>
  )
}

/** What needs an approval and from whom; changes of it are approved themselves. */
export function PoliciesPage(): ReactNode {
  const t = useApprovalsTexts()
  const maySee = useMay(policyList, {})
  const { data, error, refetch } = useCall(policyList, maySee ? { body: {} } : null, {
    tag: 'approvals:policy.title',
    told: 'inline',
  })
  const add =
    data?.mayEdit === true ? (
      <Button
        type="primary"
        size="small"
        icon={<Plus size={13} aria-hidden />}
        onClick={() => openPolicyDialog(null, data)}
      >
        {t('policy.add')}
      </Button>
    ) : undefined
  return (
    <ManageFrame
      title={t('policy.title')}
      icon={<SlidersHorizontal size={15} aria-hidden />}
      count={data?.list.length}
      actions={add}
    >
      {!maySee ? (
        <NoPermission permission="approvals.see" />
      ) : data === undefined ? (
        error === null ? (
          <LoadingRows />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <Switch policies={data} />
          {data.list.length === 0 ? (
            <EmptyState title={t('policy.none')} hint={t('policy.noneHint')} action={add} />
          ) : (
            <ul className={styles.list}>
              {data.list.map((policy) => (
                <PolicyRow key={policy.id} policy={policy} policies={data} />
              ))}
            </ul>
          )}
        </>
      )}
    </ManageFrame>
  )
}
