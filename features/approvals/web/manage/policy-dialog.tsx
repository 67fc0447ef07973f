import { EFFECTS, z } from '@qd/contract-kit'
import type { RouteReply } from '@qd/contract-kit'
import { textOf, useKitText } from '@qd/web-base'
import { call } from '@qd/web-calls'
import {
  FieldFrame,
  Form,
  FormActions,
  MultiSelectField,
  NumberField,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
  useZodForm,
} from '@qd/web-forms'
import { openDialog, toast } from '@qd/web-frame'
import type { ReactNode } from 'react'
import { policyBody, policySave, reasonText } from '../../contract/index.ts'
import type { PolicyBody, PolicyStage, PolicyView, policyList } from '../../contract/index.ts'
import { useApprovalsTexts } from '../texts.ts'
import { refreshPolicies } from './refresh-policies.ts'
import { EVERYWHERE, ScopesField } from './scopes-field.tsx'
import { StagesField } from './stages-field.tsx'

type Policies = RouteReply<typeof policyList>

const ENVIRONMENTS = ['dev', 'test', 'staging', 'production'] as const
const RISKS = ['R0', 'R1', 'R2', 'R3', 'R4'] as const

const NEW: PolicyBody = {
  name: '',
  isActive: true,
  match: { effects: [], types: [], environments: ['production'], scopes: [], leastRisk: 'R3', limits: null },
  stages: [{ name: '', need: 1, groups: [] }],
  differentPeople: true,
  decideWithinHours: 72,
}

const form = z.object({
  policy: policyBody,
  hasLimits: z.boolean(),
  limits: z.object({
    rows: z.optional(z.int().check(z.gte(1))),
    worth: z.string(),
    sensitive: z.boolean(),
  }),
  reason: reasonText,
})

function initialOf(policy: PolicyView | null): z.input<typeof form> {
  const { name, isActive, match, stages, differentPeople, decideWithinHours } = policy ?? {
    ...NEW,
    stages: [{ ...NEW.stages[0]!, name: textOf('approvals', 'policy.firstStage') }],
  }
  const { limits } = match
  return {
    policy: { name, isActive, match, stages, differentPeople, decideWithinHours },
    hasLimits: limits !== null,
    limits: {
      ...(limits?.rows ? { rows: limits.rows } : {}),
      worth: limits?.worth ?? '',
      sensitive: limits?.sensitive ?? true,
    },
    reason: '',
  }
}

function bodyOf({ policy, hasLimits, limits }: z.output<typeof form>): PolicyBody {
  const given = {
    rows: limits.rows ?? null,
    worth: limits.worth === '' ? null : limits.worth,
    sensitive: limits.sensitive,
  }
  const { scopes } = policy.match
  const match = { ...policy.match, scopes: scopes.includes(EVERYWHERE) ? [] : [...new Set(scopes)] }
  return { ...policy, match: { ...match, limits: hasLimits ? given : null } }
}

function PolicyForm(props: {
  policy: PolicyView | null
  policies: Policies
  onClose: () => void
}): ReactNode {
  const t = useApprovalsTexts()
  const kit = useKitText()
  const { policy, policies, onClose } = props
  const state = useZodForm({
    schema: form,
    initial: initialOf(policy),
    send: (values) => {
      const seen = policy === null ? { version: 0 } : { id: policy.id, version: policy.version }
      const body = { ...seen, policy: bodyOf(values), reason: values.reason }
      return call(policySave, { body }, { tag: 'approvals:policy.title', told: 'form' })
    },
    onSent: () => {
      toast.success(t('policy.saved'))
      refreshPolicies()
      onClose()
    },
  })
  return (
    <Form form={state}>
      <TextField name="policy.name" label={t('policy.name')} isRequired isFirst />
      <MultiSelectField
        name="policy.match.effects"
        label={t('policy.effects')}
        placeholder={t('policy.everything')}
        help={t('policy.effectsHelp')}
        options={EFFECTS.map((value) => ({ value, label: kit(`effect.${value}`) }))}
      />
      <MultiSelectField
        name="policy.match.types"
        label={t('policy.types')}
        placeholder={t('policy.allTypes')}
        options={policies.types.map(({ type, title }) => ({ value: type, label: title }))}
      />
      <MultiSelectField
        name="policy.match.environments"
        label={t('policy.environments')}
        placeholder={t('everywhere')}
        options={ENVIRONMENTS.map((value) => ({ value, label: kit(`environment.${value}`) }))}
      />
      <FieldFrame name="policy.match.scopes" label={t('policy.scopes')} help={t('policy.scopesHelp')}>
        {(field) => <ScopesField value={field.value as readonly string[]} onChange={field.set} />}
      </FieldFrame>
      <SelectField
        name="policy.match.leastRisk"
        label={t('policy.leastRisk')}
        options={RISKS.map((value) => ({ value, label: `${value} ${t(`risk.${value}`)}` }))}
      />
      <SwitchField name="hasLimits" label={t('policy.hasLimits')} />
      {state.values.hasLimits ? (
        <>
          <NumberField name="limits.rows" label={t('policy.limitRows')} />
          <TextField
            name="limits.worth"
            label={t('policy.limitWorth')}
            help={t('policy.limitWorthHelp')}
            isMono
          />
          <SwitchField name="limits.sensitive" label={t('policy.onSensitive')} />
        </>
      ) : null}
      <FieldFrame name="policy.stages" label={t('policy.stages')} isRequired>
        {(field) => (
          <StagesField
            value={field.value as readonly PolicyStage[]}
            groups={policies.groups}
            onChange={(stages) => field.set(stages)}
          />
        )}
      </FieldFrame>
      <SwitchField name="policy.differentPeople" label={t('policy.differentPeople')} />
      <NumberField name="policy.decideWithinHours" label={t('policy.hours')} isRequired />
      <SwitchField name="policy.isActive" label={t('policy.active')} />
      <TextAreaField name="reason" label={t('decide.reason')} isRequired rows={2} />
      <FormActions submitLabel={t('policy.save')} onCancel={onClose} />
    </Form>
  )
}

/** A new policy, or an existing one to change. */
export function openPolicyDialog(policy: PolicyView | null, policies: Policies): void {
  openDialog(({ close }) => <PolicyForm policy={policy} policies={policies} onClose={close} />, {
    title: textOf('approvals', policy === null ? 'policy.add' : 'policy.edit'),
    width: 640,
    isDismissible: false,
  })
}
