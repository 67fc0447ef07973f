import { riskAtLeast, z } from '@qd/contract-kit'
import { call } from '@qd/web-calls'
import { useRiskText } from '@qd/web-controls'
import { Form, FormActions, MultiSelectField, SelectField, SwitchField, useZodForm } from '@qd/web-forms'
import { openDialog, toast } from '@qd/web-frame'
import type { ReactNode } from 'react'
import { overrideFunction, risk as riskSchema } from '../../contract/index.ts'
import type { FunctionEntry } from '../../contract/index.ts'
import { queryOf } from '../place/function-home.ts'
import type { FunctionHome } from '../place/function-home.ts'
import { functionText, useFunctionTexts } from '../texts.ts'
import { useForgetFunctions } from './use-manage.ts'
import { useGroupOptions } from './use-groups.ts'

const AS_DECLARED = 'declared'
const RISKS = ['R1', 'R2', 'R3', 'R4'] as const

const schema = z.object({
  isHidden: z.boolean(),
  risk: z.union([z.literal(AS_DECLARED), riskSchema]),
  isForGroups: z.boolean(),
  groups: z.array(z.string()),
})
type Values = z.infer<typeof schema>

function overrideOf({ isHidden, risk, isForGroups, groups }: Values) {
  const override = {
    isHidden,
    risk: risk === AS_DECLARED ? null : risk,
    groups: isForGroups ? groups : null,
  }
  return isHidden || override.risk !== null || isForGroups ? override : null
}

function OverrideForm(props: { home: FunctionHome; entry: FunctionEntry; onClose: () => void }): ReactNode {
  const t = useFunctionTexts()
  const riskText = useRiskText()
  const { home, entry, onClose } = props
  const forget = useForgetFunctions()
  const { override } = entry
  const { options, isLoading } = useGroupOptions(home, override?.groups ?? [])
  const form = useZodForm({
    schema,
    initial: {
      isHidden: override?.isHidden ?? false,
      risk: override?.risk ?? AS_DECLARED,
      isForGroups: override !== null && override.groups !== null,
      groups: [...(override?.groups ?? [])],
    },
    send: (values) =>
      call(
        overrideFunction,
        { query: queryOf(home), body: { name: entry.id, override: overrideOf(values) } },
        { at: home.at, tag: 'custom-function:override.title', told: 'form' },
      ),
    onSent: () => {
      toast.success(functionText('override.done', { title: entry.title }))
      onClose()
      void forget()
    },
  })
  // The risk shown has an override counted in: what is declared is not above it.
  const offered =
    override?.risk === null || override === null
      ? RISKS.filter((each) => riskAtLeast(each, entry.risk))
      : RISKS
  return (
    <Form form={form}>
      <SwitchField name="isHidden" label={t('override.hidden')} help={t('override.hiddenHelp')} />
      <SelectField
        name="risk"
        label={t('override.risk')}
        help={t('override.riskHelp')}
        options={[
          { value: AS_DECLARED, label: t('override.asDeclared') },
          ...offered.map((value) => ({ value, label: riskText(value) })),
        ]}
      />
      <SwitchField name="isForGroups" label={t('override.forGroups')} />
      {form.values.isForGroups ? (
        <MultiSelectField
          name="groups"
          label={t('share.groups')}
          placeholder={t('override.nobody')}
          options={options}
          isLoading={isLoading}
        />
      ) : null}
      <FormActions submitLabel={t('override.save')} onCancel={onClose} />
    </Form>
  )
}

/** What the console says otherwise than the game server about one of its functions. */
export function openOverride(home: FunctionHome, entry: FunctionEntry): void {
  openDialog(({ close }) => <OverrideForm home={home} entry={entry} onClose={close} />, {
    title: functionText('override.of', { title: entry.title }),
    width: 480,
  })
}
