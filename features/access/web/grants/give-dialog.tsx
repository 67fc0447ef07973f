import { z } from '@qd/contract-kit'
import { textOf } from '@qd/web-base'
import { Form, FormActions, useZodForm } from '@qd/web-forms'
import { openDialog } from '@qd/web-frame'
import type { ReactNode } from 'react'
import type { RoleGrant } from '../../contract/index.ts'
import { useAccessTexts } from '../texts.ts'
import { GrantsField } from './grants-field.tsx'

interface GiveProps {
  send: (give: RoleGrant[]) => Promise<unknown>
  onSent: () => void
}

const schema = z.object({ give: z.array(z.custom<RoleGrant>()).check(z.minLength(1)) })

function GiveForm({ send, onSent, onClose }: GiveProps & { onClose: () => void }): ReactNode {
  const t = useAccessTexts()
  const form = useZodForm({
    schema,
    initial: { give: [] },
    send: ({ give }) => send(give),
    onSent: () => {
      onSent()
      onClose()
    },
    issueText: () => t('grant.noneChosen'),
  })
  return (
    <Form form={form}>
      <GrantsField name="give" label={t('grant.toGive')} none={t('grant.noneChosen')} />
      <FormActions submitLabel={t('grant.give')} onCancel={onClose} />
    </Form>
  )
}

/** Asks which grants to give to somebody, and gives them. */
export function openGiveDialog(name: string, props: GiveProps): void {
  openDialog(({ close }) => <GiveForm {...props} onClose={close} />, {
    title: textOf('access', 'grant.giveTo', { name }),
    width: 640,
    isDismissible: false,
  })
}
