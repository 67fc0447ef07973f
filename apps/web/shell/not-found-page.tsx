import { goTo, useKitText, useTexts } from '@qd/web-base'
import { EmptyState } from '@qd/web-frame'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import '../boot/texts.ts'

/** S2.04. */
export default function NotFoundPage(): ReactNode {
  const t = useTexts('shell')
  const kit = useKitText()
  return (
    <div style={{ height: '100%' }}>
      <EmptyState
        title={t('notFound.title')}
        hint={t('notFound.hint')}
        action={<Button onClick={() => goTo('/index')}>{kit('goHome')}</Button>}
      />
    </div>
  )
}
