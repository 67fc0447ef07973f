import type { ReactNode } from 'react'
import { useKitText } from '@qd/web-base'

/** What stands in the window until the first page does (S9.03); pages themselves load with skeletons. */
export function FirstLoad(): ReactNode {
  const t = useKitText()
  return (
    <div className="qd-first-load" role="status">
      {t('loading')}
    </div>
  )
}
