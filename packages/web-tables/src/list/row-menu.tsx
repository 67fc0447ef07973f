import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { useKitText } from '@qd/web-base'
import { IconButton } from '@qd/web-controls'

/** The … button at the end of a row; the grid around it opens the menu. */
export function RowMenuButton(): ReactNode {
  const t = useKitText()
  return (
    <IconButton isSmall label={t('table.rowActions')} aria-haspopup="menu" data-menu="">
      <Ellipsis size={15} />
    </IconButton>
  )
}
