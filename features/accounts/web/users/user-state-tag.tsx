import { Tag } from '@qd/web-controls'
import type { Tone } from '@qd/web-controls'
import type { ReactNode } from 'react'
import type { AccountState, UserView } from '../../contract/index.ts'
import type { AccountsTexts } from '../texts.ts'
import { useAccountsTexts } from '../texts.ts'

const TONES: Readonly<Record<AccountState, Tone>> = { active: 'ok', invited: 'warn', disabled: 'error' }

type Shown = Pick<UserView, 'state' | 'link'>

/** Why the link that was sent leads in no more; null where none is waited for. */
export function deadLink({ state, link }: Shown): 'void' | 'over' | null {
  if (state === 'disabled') return null
  if (link === 'void') return 'void'
  return state === 'invited' && link === 'none' ? 'over' : null
}

export function stateText(t: AccountsTexts, user: Shown): string {
  const dead = deadLink(user)
  return dead === null ? t(`users.state.${user.state}`) : t(`users.link.${dead}`)
}

export function UserStateTag({ user }: { user: Shown }): ReactNode {
  const t = useAccountsTexts()
  return <Tag tone={deadLink(user) === null ? TONES[user.state] : 'error'}>{stateText(t, user)}</Tag>
}
