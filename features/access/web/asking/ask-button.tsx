import { useSession } from '@qd/web-base'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useAccessTexts } from '../texts.ts'
import { openAskDialog } from './open-ask-dialog.tsx'

/** Where a permission is missing: the way to ask for it. A preview asks for nothing. */
export default function AskButton(missing: { permission?: string; scope?: string }): ReactNode {
  const t = useAccessTexts()
  const isOwn = useSession((state) => state.userInfo?.session.kind === 'full')
  return isOwn ? <Button onClick={() => void openAskDialog(missing)}>{t('ask.do')}</Button> : null
}
