import { ENVIRONMENTS, scopePath, z } from '@qd/contract-kit'
import { approvalSubmit, reasonText } from '@qd/approvals/contract'
import { goTo, useKitText } from '@qd/web-base'
import { call, selectedEnvironment, selectedPlace, useCall, useScope } from '@qd/web-calls'
import { LoadingRows } from '@qd/web-controls'
import {
  FieldFrame,
  Form,
  FormActions,
  NumberField,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
  useZodForm,
} from '@qd/web-forms'
import { DialogActions, EmptyState, ErrorState } from '@qd/web-frame'
import { Button } from 'antd'
import { CircleCheck, UserLock } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { RouteReply } from '@qd/contract-kit'
import { MOST_HOURS, askForRights, roleGrant, rolesToAskFor } from '../../contract/index.ts'
import { PlacePicker } from '../grants/place-picker.tsx'
import { useAccessTexts } from '../texts.ts'
import { useRoleName } from '../words/role-name.ts'
import styles from './asking.module.css'

const schema = z.object({
  role: z.string().check(z.minLength(1)),
  scope: roleGrant.shape.scope,
  /** The place is written, not chosen: people see places only where they hold something. */
  isWritten: z.boolean(),
  environment: roleGrant.shape.environment,
  hours: z.int().check(z.gte(1), z.lte(MOST_HOURS)),
  reason: reasonText,
})

type Roles = RouteReply<typeof rolesToAskFor>
interface AskProps {
  /** The permission that is missing: only roles that give it are offered. */
  permission: string | undefined
  /** A place that may not be seen, so that it is written and not chosen; absent: the selected one. */
  scope?: string | undefined
  onClose: () => void
}

function Done({ done, onClose }: { done: { id: string; number: number }; onClose: () => void }): ReactNode {
  const t = useAccessTexts()
  const kit = useKitText()
  const open = () => {
    onClose()
    goTo(`/releaseApply?id=${encodeURIComponent(done.id)}&box=mine`)
  }
  return (
    <>
      <p className={styles.done} role="status">
        <CircleCheck size={18} aria-hidden />
        <span>{t('ask.done', { number: done.number })}</span>
      </p>
      <DialogActions>
        <Button onClick={onClose}>{kit('close')}</Button>
        <Button type="primary" onClick={open}>
          {t('ask.open')}
        </Button>
      </DialogActions>
    </>
  )
}

function Fields({ roles, scope, onClose }: { roles: Roles; scope: string | undefined; onClose: () => void }) {
  const t = useAccessTexts()
  const kit = useKitText()
  const roleName = useRoleName()
  const place = useScope((state) => scopePath(selectedPlace(state)))
  const selected = useScope((state) => selectedEnvironment(state) ?? '*')
  const environment = scope === undefined ? selected : '*'
  const [done, setDone] = useState<{ id: string; number: number } | null>(null)
  const form = useZodForm({
    schema,
    initial: {
      role: roles.length === 1 ? (roles[0]?.code ?? '') : '',
      scope: scope ?? place,
      isWritten: scope !== undefined,
      environment: environment satisfies z.infer<typeof schema>['environment'],
      hours: 2,
      reason: '',
    },
    send: ({ reason, isWritten: _isWritten, ...body }) =>
      call(
        approvalSubmit,
        {
          body: {
            route: `${askForRights.method} ${askForRights.path}`,
            input: { body },
            reason,
            // It begins by itself: the hours count from then on.
            window: { from: null, to: null, auto: true },
          },
        },
        { tag: 'access:ask.title', told: 'form', text: '' },
      ),
    onSent: setDone,
  })
  if (done !== null) return <Done done={done} onClose={onClose} />
  return (
    <Form form={form}>
      <p className={styles.hint}>{t('ask.hint')}</p>
      <SelectField
        name="role"
        label={t('grant.role')}
        isRequired
        options={roles.map((role) => ({ value: role.code, label: roleName(role) }))}
      />
      {form.values.isWritten ? (
        <TextField name="scope" label={t('ask.place')} help={t('ask.written')} isMono />
      ) : (
        <FieldFrame name="scope" label={t('ask.place')}>
          {(field) => <PlacePicker scope={String(field.value)} onChange={field.set} />}
        </FieldFrame>
      )}
      <SwitchField name="isWritten" label={t('ask.otherPlace')} />
      <SelectField
        name="environment"
        label={t('grant.environment')}
        options={[
          { value: '*', label: t('grant.allEnvironments') },
          ...ENVIRONMENTS.map((value) => ({ value, label: kit(`environment.${value}`) })),
        ]}
      />
      <NumberField name="hours" label={t('ask.hours')} help={t('ask.hoursHelp', { most: MOST_HOURS })} />
      <TextAreaField name="reason" label={t('ask.reason')} isRequired rows={2} />
      <FormActions submitLabel={t('ask.send')} onCancel={onClose} />
    </Form>
  )
}

/** Asks for a role at a place for some hours. */
export function AskForm({ permission, scope, onClose }: AskProps): ReactNode {
  const t = useAccessTexts()
  const found = useCall(
    rolesToAskFor,
    { body: permission === undefined ? {} : { permission } },
    { tag: 'access:ask.title', told: 'inline' },
  )
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (found.data === undefined) return <LoadingRows rows={4} />
  const roles = permission === undefined ? found.data : found.data.filter(({ givesIt }) => givesIt)
  if (roles.length === 0) return <EmptyState icon={<UserLock />} title={t('ask.none')} />
  return <Fields roles={roles} scope={scope} onClose={onClose} />
}
