import { Tag } from '@qd/web-kit'
import type { Tone } from '@qd/web-kit'
import type { ReactNode } from 'react'
import type { AccountState } from '../../contract/index.ts'
import { useAccessTexts } from '../texts.ts'

const TONES: Readonly<Record<AccountState, Tone>> = { active: 'ok', invited: 'warn', disabled: 'error' }

export function UserStateTag({ state }: { state: AccountState }): ReactNode {
  const t = useAccessTexts()
  return <Tag tone={TONES[state]}>{t(`users.state.${state}`)}</Tag>
}
