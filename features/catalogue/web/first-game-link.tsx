import { goTo, useSession, userReaches, useTexts } from '@qd/web-base'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { editPlaces } from '../contract/index.ts'

/** Where there is nothing to choose: the way to add it, for who may. */
export function FirstGameLink(): ReactNode {
  const t = useTexts('catalogue')
  const user = useSession((state) => state.userInfo)
  if (!userReaches(user, editPlaces, {})) return null
  return (
    <Button type="primary" onClick={() => goTo('/catalogue')}>
      {t('toCatalogue')}
    </Button>
  )
}
