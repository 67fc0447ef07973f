import type { PlayerRef } from '@qd/contract-kit'
import { Tag } from '@qd/web-controls'
import type { ReactNode } from 'react'
import { useEditTexts } from '../texts.ts'
import { useDrafts } from './use-drafts.ts'

/** How many changes to a player were not sent; nothing without any. */
export function UnsentChanges({ uId, game }: PlayerRef): ReactNode {
  const t = useEditTexts()
  const own = useDrafts().drafts?.find((each) => each.uId === uId && each.game === game)
  return own === undefined ? null : <Tag tone="warn">{t('home.unsent', { count: own.count })}</Tag>
}
