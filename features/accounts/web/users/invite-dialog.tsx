import { z } from '@qd/contract-kit'
import { username } from '@qd/session/contract'
import { textOf } from '@qd/web-base'
import { call, useCall, useMay } from '@qd/web-calls'
import { Form, FormActions, MultiSelectField, SwitchField, TextField, useZodForm } from '@qd/web-forms'
import { Slot, openDialog } from '@qd/web-frame'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { groupChangeMembers, groupTree } from '@qd/access/contract'
import { userInvite, userInviteWays } from '../../contract/index.ts'
import type { RoleGrant } from '@qd/access/contract'
import { useAccountsTexts } from '../texts.ts'
import { showLink } from './link-dialog.tsx'

const address = z.email()
const isNoAddressWrong = (text: string) => text.trim() === '' || z.safeParse(address, text.trim()).success

const schema = z.object({
  username,
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
  department: z.string().check(z.trim(), z.maxLength(64)),
  email: z.string().check(z.trim(), z.maxLength(200), z.refine(isNoAddressWrong)),
  mustUseSecondFactor: z.boolean(),
  grants: z.array(z.custom<RoleGrant>()),
  groupIds: z.array(z.string()),
})

const INITIAL: z.input<typeof schema> = {
  username: '',
  name: '',
  department: '',
  email: '',
  mustUseSecondFactor: false,
  grants: [],
  groupIds: [],
}

function InviteForm({ onClose, onDone }: { onClose: () => void; onDone: () => void }): ReactNode {
  const t = useAccountsTexts()
  const mayJoin = useMay(groupChangeMembers)
  const groups = useCall(groupTree, mayJoin ? { body: {} } : null, {
    tag: 'accounts:users.invite',
    told: 'toast',
  })
  const ways = useCall(userInviteWays, { body: {} }, { tag: 'accounts:users.invite', told: 'once' })
  const form = useZodForm({
    schema,
    initial: INITIAL,
    send: ({ email, ...user }) =>
      call(
        userInvite,
        { body: { ...user, ...(email === '' ? {} : { email }) } },
        { tag: 'accounts:users.invite', told: 'form' },
      ),
    onSent: ({ mail, ...link }, { name, email }) => {
      onDone()
      onClose()
      showLink(link, name, { mail, email })
    },
  })
  const joinable = (groups.data ?? []).filter(({ mayChangeMembers }) => mayChangeMembers)
  return (
    <Form form={form}>
      <TextField
        name="username"
        label={t('users.username')}
        help={t('users.usernameHelp')}
        isMono
        isRequired
        isFirst
      />
      <TextField name="name" label={t('users.name')} isRequired />
      <TextField name="department" label={t('users.department')} />
      {ways.data?.mail === true ? (
        <TextField name="email" label={t('users.email')} help={t('users.emailHelp')} />
      ) : null}
      <Suspense>
        <Slot name="firstGrants" values={{ name: 'grants' }} />
      </Suspense>
      {joinable.length === 0 ? null : (
        <MultiSelectField
          name="groupIds"
          label={t('users.groups')}
          options={joinable.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <SwitchField name="mustUseSecondFactor" label={t('users.mustUse')} help={t('users.mustUseHelp')} />
      <FormActions submitLabel={t('users.inviteSend')} onCancel={onClose} />
    </Form>
  )
}

/** Asks who is invited with which rights; the answer is a link, shown once. */
export function openInviteDialog(onDone: () => void): void {
  openDialog(({ close }) => <InviteForm onClose={close} onDone={onDone} />, {
    title: textOf('accounts', 'users.invite'),
    width: 660,
    isDismissible: false,
  })
}
