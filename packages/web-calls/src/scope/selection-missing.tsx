import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useKitText } from '@qd/web-base'
import { EmptyState } from '@qd/web-frame'
import type { MissingLevel } from './missing-level.ts'
import { wantSelector } from './require-level.ts'

/** Stands where something needs more selection: says what is missing and leads to its selector (S5.01). */
export function SelectionMissing({ missing, hint }: { missing: MissingLevel; hint?: string }): ReactNode {
  const t = useKitText()
  return (
    <EmptyState
      title={t(`scope.choose.${missing}`)}
      hint={hint ?? t('scope.chooseHint')}
      action={<Button onClick={() => wantSelector(missing, { opens: true })}>{t('scope.chooseNow')}</Button>}
    />
  )
}
