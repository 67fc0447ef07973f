import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useKitText } from '../i18n/kit-text.ts'
import { IconButton } from '../parts/icon-button.tsx'
import type { MenuItem } from '../parts/menu-button.tsx'
import { FloatingMenu } from './floating-menu.tsx'
import type { MenuPlace } from './floating-menu.tsx'

/** The … button at the end of a row. */
export function RowMenu({ items }: { items: readonly MenuItem[] }): ReactNode {
  const t = useKitText()
  const [place, setPlace] = useState<MenuPlace | null>(null)
  if (items.length === 0) return null
  return (
    <>
      <IconButton
        isSmall
        label={t('table.rowActions')}
        aria-haspopup="menu"
        aria-expanded={place !== null}
        onClick={(event) => {
          event.stopPropagation()
          const box = event.currentTarget.getBoundingClientRect()
          setPlace({ x: box.left, y: box.bottom + 4 })
        }}
        onDoubleClick={(event) => event.stopPropagation()}
      >
        <Ellipsis size={15} />
      </IconButton>
      {place === null ? null : (
        <FloatingMenu
          label={t('table.rowActions')}
          place={place}
          items={items}
          onClose={() => setPlace(null)}
        />
      )}
    </>
  )
}
