import { goTo } from '@qd/web-base'
import { call, newConfirmation } from '@qd/web-calls'
import { openConfirm, toast } from '@qd/web-frame'
import type { MenuItem } from '@qd/web-controls'
import { Ban, Link2, LogOut, PencilLine, ScrollText, ShieldOff, UserCheck } from 'lucide-react'
import { userDisable, userDropSecondFactor, userEndSessions, userLink } from '../../contract/index.ts'
import type { UserView } from '../../contract/index.ts'
import type { AccountsTexts } from '../texts.ts'
import { openEditDialog } from './edit-dialog.tsx'
import { showLink } from './link-dialog.tsx'

const ASKER = { tag: 'accounts:users.title', told: 'form' } as const

interface Doing {
  t: AccountsTexts
  refresh: () => Promise<void>
}

function confirmed(
  { t, refresh }: Doing,
  user: UserView,
  what: 'disable' | 'enable' | 'endSessions',
  send: () => Promise<unknown>,
): () => void {
  const name = user.name
  return () =>
    openConfirm({
      title: t(`users.act.${what}`),
      text: t(`users.ask.${what}`, { name }),
      action: t(`users.act.${what}`),
      run: async () => {
        await send()
        toast.success(t(`users.done.${what}`, { name }))
        await refresh()
      },
    })
}

/** The question is asked with the proof that the call wants: one dialog. A failure tells itself. */
async function dropFactor({ t, refresh }: Doing, { id, name }: UserView): Promise<void> {
  const confirmation = newConfirmation({
    title: t('users.act.dropFactor'),
    text: t('users.ask.dropFactor', { name }),
    action: t('users.act.dropFactor'),
  })
  const asking = { ...ASKER, told: 'toast', confirmation } as const
  await call(userDropSecondFactor, { body: { userId: id } }, asking)
  toast.success(t('users.done.dropFactor', { name }))
  await refresh()
}

/** As above. */
async function makeLink({ t, refresh }: Doing, { id, name, state }: UserView): Promise<void> {
  const confirmation = newConfirmation({
    title: t('users.act.link'),
    text: t(`users.ask.link.${state === 'invited' ? 'invite' : 'reset'}`, { name }),
    action: t('users.act.link'),
  })
  const asking = { ...ASKER, told: 'toast', confirmation } as const
  const link = await call(userLink, { body: { userId: id } }, asking)
  await refresh()
  showLink(link, name)
}

/** What may be done to an account; nothing where the server would refuse all of it. */
export function userActions(doing: Doing, user: UserView): MenuItem[] {
  const { t, refresh } = doing
  const body = { userId: user.id }
  const isDisabled = user.state === 'disabled'
  const audit: MenuItem = {
    key: 'audit',
    label: t('users.act.audit'),
    icon: <ScrollText size={15} aria-hidden />,
    onSelect: () => goTo(`/audit?actor=${encodeURIComponent(user.username)}`),
  }
  if (!user.mayEdit) return [audit]
  const items: (MenuItem | false)[] = [
    {
      key: 'edit',
      label: t('users.act.edit'),
      icon: <PencilLine size={15} aria-hidden />,
      onSelect: () => openEditDialog(user, () => void refresh()),
    },
    !isDisabled &&
      !user.isExternal && {
        key: 'link',
        label: t('users.act.link'),
        icon: <Link2 size={15} aria-hidden />,
        onSelect: () => void makeLink(doing, user).catch(() => undefined),
      },
    user.hasSecondFactor && {
      key: 'factor',
      label: t('users.act.dropFactor'),
      icon: <ShieldOff size={15} aria-hidden />,
      onSelect: () => void dropFactor(doing, user).catch(() => undefined),
    },
    user.state === 'active' && {
      key: 'sessions',
      label: t('users.act.endSessions'),
      icon: <LogOut size={15} aria-hidden />,
      onSelect: confirmed(doing, user, 'endSessions', () => call(userEndSessions, { body }, ASKER)),
    },
    audit,
    {
      key: 'disable',
      label: t(isDisabled ? 'users.act.enable' : 'users.act.disable'),
      icon: isDisabled ? <UserCheck size={15} aria-hidden /> : <Ban size={15} aria-hidden />,
      isSeparated: true,
      onSelect: confirmed(doing, user, isDisabled ? 'enable' : 'disable', () =>
        call(userDisable, { body: { ...body, isDisabled: !isDisabled } }, ASKER),
      ),
    },
  ]
  return items.filter((item) => item !== false)
}
